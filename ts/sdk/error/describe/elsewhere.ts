// `#texts` in a browser, which loads the texts on demand: `loadErrorTexts`.
export {};
