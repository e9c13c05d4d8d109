import { fileMessages } from '#contract/studio/files.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Services } from '../../platform/services/services.ts';

/** A file of a design as its buyers get it, or an earlier version of it. @throws NOT_FOUND */
export async function fileContent(
  services: Services,
  fileId: string,
  version: number | null,
  headers: Headers,
): Promise<Response> {
  const { read } = services.database;
  const columns = ['name', 'mediaType', 'sha256'] as const;
  const file = await (version === null
    ? read.selectFrom('productFiles').select(columns).where('id', '=', fileId).executeTakeFirst()
    : read
        .selectFrom('fileVersions')
        .select(columns)
        .where('fileId', '=', fileId)
        .where('version', '=', version)
        .executeTakeFirst());
  if (!file) throw new Problem('NOT_FOUND', fileMessages.noFile);
  const { sha256, ...facts } = file;
  if (sha256 === null)
    throw new Problem('UNAVAILABLE', fileMessages.missingFile, { retryAfter: 60 });
  return fileAnswer(services, headers, 'GET', { ...facts, sha256 });
}
