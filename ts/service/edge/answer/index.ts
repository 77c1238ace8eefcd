export * from './answerSchemas.js';
export * from './answers.js';
export * from './wire.js';
