import { EnvError } from '../env.ts';

/** A file that is in a store while a move brings a shop's files there, and stays if the move is interrupted. */
export const moveMark = 'unfinished-move-of-files';

/** Refuses the `place` of a setting in which the mark is. */
export function unfinishedMove(setting: 'DATA_DIR' | 'FILES_URL', place: string): EnvError {
  return new EnvError(
    `${setting}: ${place} has only a part of the shop’s files, because a move into it was interrupted. Run the same npm run move again; it continues.`,
  );
}
