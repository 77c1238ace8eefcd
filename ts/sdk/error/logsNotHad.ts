/** Stands in the message of a failed transaction instead of the details, which only its logs contain. */
export const LOGS_NOT_HAD = 'its logs are not available from this node';
