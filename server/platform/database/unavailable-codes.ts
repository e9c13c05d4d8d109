/**
 * PostgreSQL's codes for a lost connection, and for a server that can't be used now although another may be: it has too
 * many clients, only reads, as after a failover, shuts down, starts, or closes idle connections and transactions that are idle or take long.
 */
export const unavailableCodes = /^(08...|25006|25P0[34]|53300|57P0[1235])$/;

/** PostgreSQL's code for a statement that took too long, or was cancelled. */
export const tookTooLong = '57014';
