import type { Hono } from 'hono';
import { pictureAnswer } from '../commissions/picture-answer.ts';
import { makeAuditedChange } from '../platform/database/change.ts';
import type { Services } from '../platform/services/services.ts';
import { serveStudio } from '../staff/serve-studio.ts';
import { decideReview } from './decide-review.ts';
import { reviewOf, reviewPage } from './read-reviews.ts';

/** The reviews of designs that wait for the studio, and those it has shown or declined. */
export function studioReviewRoutes(app: Hono, services: Services): void {
  const { read } = services.database;

  serveStudio(app, services, 'reviews', ({ query }) => reviewPage(read, query));

  serveStudio(app, services, 'decideReview', async ({ account, params: { id }, body }) => {
    await makeAuditedChange(services, account.id, (change) => decideReview(change, id, body));
    return reviewOf(read, id);
  });

  serveStudio(app, services, 'reviewPhoto', async ({ params }) => {
    const review = await read
      .selectFrom('reviews')
      .select('upload')
      .where('id', '=', params.id)
      .executeTakeFirst();
    const upload = review?.upload ?? null;
    return pictureAnswer(services.files, upload === null ? undefined : { upload, position: 0 });
  });
}
