export { type Closed, type CloseOptions, type CloseStep, closeGracefully } from './closeGracefully.js';
export { type SignalSource, type StopSignals, stopSignals } from './stopSignals.js';
