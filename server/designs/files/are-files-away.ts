import type { Services } from '../../platform/services.ts';

/** Whether no file can be read, and not only one. */
export function areFilesAway({ files }: Pick<Services, 'files'>): Promise<boolean> {
  return files.check().then(
    () => false,
    () => true,
  );
}
