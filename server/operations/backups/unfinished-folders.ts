/** Folders in DATA_DIR with a copy of a backup, while it is restored or moved. One that a killed command left can be deleted. */
export const unfinishedRestore = 'unfinished-restore';
export const unfinishedMove = 'unfinished-move';
