/** The folder in DATA_DIR for files that are being written; every start makes it. */
export const spoolFolder = 'unfinished';

/** Folders in DATA_DIR with a copy of a backup, while it is restored or moved. A killed command leaves its own. */
export const unfinishedFolders = {
  restore: 'unfinished-restore',
  move: 'unfinished-move',
} as const;
