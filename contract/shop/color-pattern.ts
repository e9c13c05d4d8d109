/** A colour in a URL: six hexadecimal digits. Capital letters are accepted, and read as small ones. */
export const colorPattern = /^[0-9a-f]{6}$/;
