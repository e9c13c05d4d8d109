/** A command that can't be carried out, in words for whoever typed it. */
export class CommandError extends Error {
  override name = 'CommandError';
}
