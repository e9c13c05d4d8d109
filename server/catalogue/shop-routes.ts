import type { Hono } from 'hono';
import { catalogueCalls } from '#contract/catalogue/catalogue-calls.ts';
import { calls } from '#contract/shop/calls.ts';
import { clientAddress } from '../platform/http/client-address.ts';
import { routePath } from '../platform/http/serve.ts';
import type { Services } from '../platform/services/services.ts';
import type { PublicAnswers } from './public-answers.ts';

/** The public calls. Registered before all middleware, because they need no account and are called most. */
export function catalogueRoutes(app: Hono, services: Services, answers: PublicAnswers): void {
  for (const name of catalogueCalls) {
    app.get(routePath(calls[name]), (context) => {
      const url = context.req.url;
      const at = url.indexOf('?');
      return answers.respond(name, context.req.param(), {
        search: at < 0 ? '' : url.slice(at + 1),
        address: () => clientAddress(services, context),
        header: (header) => context.req.header(header),
      });
    });
  }
}
