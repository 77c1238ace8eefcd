/** Fields in which clients and recorders save the answer. */
const WRAPPERS = ['data', 'result', 'response', 'answer', 'body', 'value'];

export const isWrapper = (name: string): boolean => WRAPPERS.includes(name.toLowerCase());
