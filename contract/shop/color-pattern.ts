/** A colour in a URL: six lower-case hexadecimal digits. */
export const colorPattern = /^[0-9a-f]{6}$/;
