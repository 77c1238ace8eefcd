/** `#operatorTexts` in a browser, which meets none of them. */
export const OPERATOR_TEXTS = {};
