import { named } from '../named.js';

/** Incorrect use of a command: 7300–7339. */

export const UNKNOWN_COMMAND = /* @__PURE__ */ named(7300, 'UnknownCommand');
export const NO_SUCH_OPTION = /* @__PURE__ */ named(7301, 'NoSuchOption');
export const REQUIRED_OPTION_MISSING = /* @__PURE__ */ named(7302, 'RequiredOptionMissing');
export const ARGUMENT_MISSING = /* @__PURE__ */ named(7303, 'ArgumentMissing');
export const OPTION_WITHOUT_VALUE = /* @__PURE__ */ named(7304, 'OptionWithoutValue');
export const TOO_MANY_ARGUMENTS = /* @__PURE__ */ named(7305, 'TooManyArguments');
export const COMMAND_NOT_UNDERSTOOD = /* @__PURE__ */ named(7306, 'CommandNotUnderstood');
export const OPTION_NEEDED = /* @__PURE__ */ named(7307, 'OptionNeeded');
export const CONFLICTING_OPTIONS = /* @__PURE__ */ named(7308, 'ConflictingOptions');
export const OPTION_NOT_APPLICABLE = /* @__PURE__ */ named(7309, 'OptionNotApplicable');
export const UNKNOWN_CHOICE = /* @__PURE__ */ named(7310, 'UnknownChoice');
export const NUMBER_OUT_OF_RANGE = /* @__PURE__ */ named(7311, 'NumberOutOfRange');
export const MALFORMED_ADDRESS = /* @__PURE__ */ named(7312, 'MalformedAddress');
export const MALFORMED_URL = /* @__PURE__ */ named(7313, 'MalformedUrl');
export const MALFORMED_TIME = /* @__PURE__ */ named(7314, 'MalformedTime');
export const MALFORMED_DAY = /* @__PURE__ */ named(7315, 'MalformedDay');
export const MALFORMED_AMOUNT = /* @__PURE__ */ named(7316, 'MalformedAmount');
export const MALFORMED_LISTEN_ADDRESS = /* @__PURE__ */ named(7317, 'MalformedListenAddress');
export const MALFORMED_NETWORK = /* @__PURE__ */ named(7318, 'MalformedNetwork');
export const MALFORMED_HOST = /* @__PURE__ */ named(7319, 'MalformedHost');
export const MALFORMED_TOKEN = /* @__PURE__ */ named(7320, 'MalformedToken');
export const NOT_AN_ERROR_NUMBER = /* @__PURE__ */ named(7321, 'NotAnErrorNumber');
export const STORE_FOLDER_NOT_USABLE = /* @__PURE__ */ named(7322, 'StoreFolderNotUsable');
export const FORM_NOT_ENCODABLE = /* @__PURE__ */ named(7323, 'FormNotEncodable');
export const WITNESS_NOT_USABLE = /* @__PURE__ */ named(7324, 'WitnessNotUsable');
export const ADDRESS_NOT_OF_KEYPAIR = /* @__PURE__ */ named(7325, 'AddressNotOfKeypair');
export const SENT_TO_SENDER = /* @__PURE__ */ named(7326, 'SentToSender');
export const BELOW_RENT = /* @__PURE__ */ named(7327, 'BelowRent');
export const NO_STATS_TO_SETTLE = /* @__PURE__ */ named(7328, 'NoStatsToSettle');
export const PACKAGE_NOT_INSTALLED = /* @__PURE__ */ named(7329, 'PackageNotInstalled');
export const INVALID_CONFIGURATION = /* @__PURE__ */ named(7330, 'InvalidConfiguration');
export const SECRET_IN_CONFIGURATION = /* @__PURE__ */ named(7331, 'SecretInConfiguration');
export const TOKEN_NOT_SENT = /* @__PURE__ */ named(7332, 'TokenNotSent');
export const FAULT_OF_LINESMAN = /* @__PURE__ */ named(7333, 'FaultOfLinesman');
export const FILE_NOT_WRITABLE = /* @__PURE__ */ named(7334, 'FileNotWritable');
