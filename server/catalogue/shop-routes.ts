import type { Hono } from 'hono';
import { catalogueCalls } from '#contract/catalogue/catalogue-calls.ts';
import { calls } from '#contract/shop/calls.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { respondText } from '../platform/http/encoded-text.ts';
import type { ReadyAnswers } from '../platform/http/ready-answers.ts';
import { routePath } from '../platform/http/serve.ts';
import type { Services } from '../platform/services/services.ts';
import type { PublicAnswers } from './public-answers.ts';

/** The public calls. Registered before all middleware, because they need no account and are called most. */
export function catalogueRoutes(
  app: Hono,
  services: Services,
  answers: PublicAnswers,
  ready: ReadyAnswers,
): void {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'public, no-cache' };
  for (const name of catalogueCalls) {
    app.get(routePath(calls[name]), async (context) => {
      const url = context.req.url;
      const at = url.indexOf('?');
      const text = await answers.text(name, context.req.param(), {
        search: at < 0 ? '' : url.slice(at + 1),
        address: () => clientAddress(services, context),
      });
      if (answers.isReusable(text)) ready.keep(context, text, headers);
      return respondText(text, headers, (header) => context.req.header(header));
    });
  }
}
