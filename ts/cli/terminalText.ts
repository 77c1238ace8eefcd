/** Text from elsewhere in one line, with what a terminal would act on (control characters, changes of direction) made visible. */
export const terminalText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be found.
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return `\\u${code.padStart(4, '0')}`;
  });
