/** Said about a failed transaction where its logs would give the reason. */
export const LOGS_NOT_HAD = 'its logs are not available from this node';
