import { join } from 'node:path';

/** The folder with the backups, one subfolder each. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}
