import { fileMessages } from '#contract/studio-files.ts';
import { publishArchive } from '../../files/archive.ts';
import { tellStorage } from '../../files/storage-problem.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';

/**
 * Makes ready what buyers of a design get: one ZIP where it has several files. To be called before
 * it is published; nothing is public by it. Throws INVALID while a file is missing, NO_SPACE.
 */
export async function prepareFiles(services: Services, designId: string): Promise<void> {
  const outcome = await tellStorage(() => publishArchive(services, designId));
  // Files that just came change what is to be packed: then it is packed again.
  if (outcome === 'changed') return prepareFiles(services, designId);
  if (outcome === 'missing') throw new Problem('INVALID', fileMessages.missingFile);
}
