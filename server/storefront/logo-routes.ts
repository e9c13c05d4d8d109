import type { Hono } from 'hono';
import { messages } from '#contract/messages/messages.ts';
import { logoBytes, logoMessages } from '#contract/studio/look.ts';
import { readBytes } from '../platform/http/read-bytes.ts';
import { createSemaphore } from '../platform/jobs/semaphore.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { storeLogo } from './logo.ts';

/** Each picture being decoded may take 200 MB. */
const inDecoding = createSemaphore(1, { mayWait: 8, refusal: messages.picture.busy });

/** Stores a logo; the shop shows it once a look with it is published. */
export function logoRoutes(app: Hono, services: Services): void {
  serveStudio(app, services, 'uploadLogo', async ({ body }) => {
    const source = await readBytes(body, logoBytes, { tooLarge: logoMessages.bytes });
    return inDecoding(() => storeLogo(services.files, source));
  });
}
