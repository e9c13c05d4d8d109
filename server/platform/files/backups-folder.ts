import { join } from 'node:path';

/** Where the backups are, in folders of their own. */
export function backupsFolder(dataDir: string): string {
  return join(dataDir, 'backups');
}
