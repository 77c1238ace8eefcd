export { type Closed, type CloseOptions, type CloseStep, closeGracefully } from './closeGracefully.js';
