import { OPERATOR_TEXTS } from '#operatorTexts';
import { ACCESS_TEXTS } from './access.js';
import { ANCHOR_TEXTS } from './anchor.js';
import { API_TEXTS } from './api.js';
import { ARGUMENTS_TEXTS } from './arguments.js';
import { CUSTOMERS_TEXTS } from './customers.js';
import { LIBRARY_TEXTS } from './library.js';
import { MARKET_TEXTS } from './market.js';
import { OPERATION_TEXTS } from './operation.js';
import { OPTIONS_TEXTS } from './options.js';
import { ORACLE_TEXTS } from './oracle.js';
import { RECORDS_TEXTS } from './records.js';
import { REGRESSION_TEXTS } from './regression.js';
import { REQUESTS_TEXTS } from './requests.js';
import { SERVICE_TEXTS } from './service.js';
import { SETTLEMENT_TEXTS } from './settlement.js';
import { URL_TEXTS } from './url.js';
import { VERIFIER_TEXTS } from './verifier.js';
import { WORLD_TEXTS } from './world.js';

/**
 * The texts of all codes. In a browser, texts of errors that only operators can get are left out. Their parameters are
 * the contexts of the codes: `ContextOf`.
 */
export const TEXTS = {
  ...ANCHOR_TEXTS,
  ...ORACLE_TEXTS,
  ...VERIFIER_TEXTS,
  ...SETTLEMENT_TEXTS,
  ...LIBRARY_TEXTS,
  ...RECORDS_TEXTS,
  ...API_TEXTS,
  ...OPERATION_TEXTS,
  ...CUSTOMERS_TEXTS,
  ...OPTIONS_TEXTS,
  ...ACCESS_TEXTS,
  ...REQUESTS_TEXTS,
  ...MARKET_TEXTS,
  ...ARGUMENTS_TEXTS,
  ...URL_TEXTS,
  ...SERVICE_TEXTS,
  ...REGRESSION_TEXTS,
  ...WORLD_TEXTS,
  ...OPERATOR_TEXTS,
};
