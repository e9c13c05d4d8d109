/** Refusals of invalid requests, such as from hand-edited addresses. The specification has no texts for them. */
export const invalid = {
  body: 'The request couldn’t be read.',
  fields: 'Please check the marked fields.',
  id: 'Invalid id.',
  money: 'Use at most two decimal places.',
  number: 'Number out of range.',
  sort: 'Unknown sort order.',
  color: 'A colour is six hexadecimal digits, such as 2f9e8f.',
  tooLong: 'This is too long.',
  characters: 'This contains characters that aren’t allowed.',
  link: 'Enter a web address or an Instagram name.',
  password: 'This password is too common. Please choose another.',
  passwordMax: 'Password must be at most 128 characters.',
  code: 'Enter the 4 digits of your code.',
  step: 'This code is no longer valid. Please request a new one.',
  nothing: 'There is nothing to change.',
} as const;
