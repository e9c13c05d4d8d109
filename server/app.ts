import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Problem } from './http/problem.ts';
import type { Services } from './services.ts';

/** The whole server without a port. */
export function createApp(services: Services): Hono {
  const app = new Hono();

  app.all('/api/*', () => {
    throw new Problem('NOT_FOUND', 'There is no such call.');
  });

  app.onError((error, context) => {
    if (error instanceof Problem) {
      if (error.retryAfter !== null) context.header('Retry-After', String(error.retryAfter));
      context.header('Cache-Control', 'no-store');
      return context.json(error.body, error.status as ContentfulStatusCode);
    }
    services.log.error({ err: error, path: context.req.path }, 'request failed');
    const body = new Problem('INTERNAL', 'Something went wrong on our side. Nothing was lost.')
      .body;
    return context.json(body, 500);
  });

  return app;
}
