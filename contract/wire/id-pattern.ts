/** One of the shop's own ids: 24 lowercase hexadecimal characters. */
export const idPattern = /^[0-9a-f]{24}$/;
