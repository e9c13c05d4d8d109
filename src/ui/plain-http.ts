/** Browsers keep the worker, saved files, signatures and notifications for https, and for this machine's own addresses. */
export const isPlainHttp = globalThis.isSecureContext === false;

/** What to do where something needs https. */
export const openOverHttps = 'Open the shop at an address that begins with https://.';
