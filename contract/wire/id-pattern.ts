/** An identifier of ours: 24 lowercase hexadecimal characters. */
export const idPattern = /^[0-9a-f]{24}$/;
