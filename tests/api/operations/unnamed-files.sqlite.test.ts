import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { removeUnreferencedFiles } from '#server/operations/unreferenced-files.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { loggingDatabase, queryPlans } from '#tests/support/query-log.ts';

test('finds references by indexes, however many rows there are', async () => {
  const services = await makeServices();
  const log = loggingDatabase(services.database);
  await services.files.putOriginal(randomBytes(100));
  await services.files.putPreview(`${randomBytes(32).toString('hex')}/320.avif`, randomBytes(100));

  await removeUnreferencedFiles({ ...services, database: log });

  const steps = queryPlans(services.env.dataDir, log.statements);
  // These tables always stay small.
  const few = ['SCAN designWork', 'SCAN featuredImages', 'SCAN fileUploads'];
  expect(steps.filter((step) => step.startsWith('SCAN')).sort()).toEqual(few);
});
