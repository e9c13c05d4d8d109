/** Folders in DATA_DIR with a copy of a backup, while it is restored or moved. A killed command leaves its own. */
export const unfinishedFolders = {
  restore: 'unfinished-restore',
  move: 'unfinished-move',
} as const;
