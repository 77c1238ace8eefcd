/** Whether clients and recorders save the answer in a field of this name. */
export function isWrapper(name: string): boolean {
  return /^(data|result|response|answer|body|value)$/i.test(name);
}
