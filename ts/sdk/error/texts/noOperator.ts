/** `#operatorTexts` in a browser, where these errors do not occur. */
export const OPERATOR_TEXTS = {};
