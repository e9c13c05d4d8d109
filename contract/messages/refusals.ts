/** Refusals of invalid requests, such as from hand-edited addresses. The specification has no texts for them. */
export const invalid = {
  body: 'The request could not be read.',
  fields: 'Some fields need another look.',
  id: 'This is not a valid id.',
  money: 'An amount has at most two decimals.',
  number: 'This is not a number in range.',
  sort: 'This is not a known order.',
  tooLong: 'This is too long.',
  characters: 'This holds characters that cannot be used.',
  link: 'Enter a web address or a shop name.',
  password: 'This password is too common. Please choose another.',
  passwordMax: 'Password must be at most 128 characters.',
  code: 'Enter the 4 digits of your code.',
  step: 'This step has ended. Please ask for a new code.',
  nothing: 'There is nothing to change.',
} as const;
