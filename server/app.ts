import { Hono } from 'hono';
import { calls } from '#contract/shop/calls.ts';
import { studioCalls } from '#contract/studio/calls.ts';
import { templatePattern } from '#contract/wire/url-template.ts';
import { accountRoutes } from './accounts/shop-routes.ts';
import { studioBuyerRoutes } from './accounts/studio-routes.ts';
import { createEmptySearches } from './catalogue/empty-searches.ts';
import { galleryPictureRoutes } from './catalogue/gallery-pictures.ts';
import { imageRoutes } from './catalogue/images.ts';
import { createPublicAnswers } from './catalogue/public-answers.ts';
import { createSearchLimit } from './catalogue/search-limit.ts';
import { catalogueRoutes } from './catalogue/shop-routes.ts';
import { shopSaleRoutes } from './catalogue/shop-sale-routes.ts';
import { searchWordsRoutes } from './catalogue/studio-routes.ts';
import { deliveryRoutes } from './commissions/delivery-routes.ts';
import { ownRequestRoutes } from './commissions/own-routes.ts';
import { commissionRoutes } from './commissions/shop-routes.ts';
import { studioCommissionRoutes } from './commissions/studio-routes.ts';
import { couponOfferRoutes } from './coupons/shop-routes.ts';
import { studioCouponRoutes } from './coupons/studio-routes.ts';
import { bulkChangeRoutes } from './designs/bulk/studio-routes.ts';
import { collectionRoutes } from './designs/collections/studio-routes.ts';
import { fileRoutes } from './designs/files/studio-routes.ts';
import { importRoutes } from './designs/imports/studio-routes.ts';
import { designRoutes } from './designs/studio-routes.ts';
import { designTableRoutes } from './designs/table/studio-routes.ts';
import { assetRoutes } from './documents/built-shop.ts';
import { confirmNewsRoutes } from './documents/confirm-news-page.ts';
import { documentRoutes } from './documents/document.ts';
import { lookRoutes } from './documents/look.ts';
import { manifestRoutes } from './documents/manifest.ts';
import { openApiRoutes } from './documents/openapi.ts';
import { plainPageRoutes } from './documents/plain-page.ts';
import { siteFileRoutes } from './documents/site-files.ts';
import { studioAppRoutes } from './documents/studio-app.ts';
import { studioManifestRoutes } from './documents/studio-manifest.ts';
import { unsubscribeRoutes } from './documents/unsubscribe-page.ts';
import { licenceRoutes } from './licences/studio-routes.ts';
import { couponRoutes } from './lists/carts/coupon-routes.ts';
import { cartRoutes } from './lists/carts/shop-routes.ts';
import { pushRoutes } from './lists/price-drops/shop-routes.ts';
import { savedSearchRoutes } from './lists/saved-searches/shop-routes.ts';
import { wishlistRoutes } from './lists/wishlists/shop-routes.ts';
import { messageRoutes } from './messages/shop-routes.ts';
import { studioMessageRoutes } from './messages/studio-routes.ts';
import { newsletterRoutes } from './newsletters/studio-routes.ts';
import { backupState } from './operations/backups/data-view.ts';
import { backupRoutes } from './operations/backups/studio-routes.ts';
import { healthCheckRoutes } from './operations/doctor/studio-routes.ts';
import { readyRoutes } from './operations/ready.ts';
import { downloadRoutes } from './orders/downloads/shop-routes.ts';
import { paperRoutes, studioPaperRoutes } from './orders/papers/paper-routes.ts';
import { paymentRoutes } from './orders/payments/shop-routes.ts';
import { orderRoutes } from './orders/shop-routes.ts';
import { studioOrderRoutes } from './orders/studio-routes.ts';
import { withOnePatience } from './platform/database/patience.ts';
import { loggedPath } from './platform/files/signed-link.ts';
import { Problem } from './platform/http/problem.ts';
import { createReadyAnswers } from './platform/http/ready-answers.ts';
import { storageFailure, storageProblem } from './platform/http/storage-problem.ts';
import { serveShop } from './platform/sign-in/serve-shop.ts';
import { bookRoutes } from './reports/book-routes.ts';
import { exportRoutes } from './reports/export-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { todayRoutes } from './reports/today-routes.ts';
import { reviewRoutes } from './reviews/shop-routes.ts';
import { studioReviewRoutes } from './reviews/studio-routes.ts';
import type { AppServices } from './services.ts';
import { notificationRoutes } from './staff/notifications/studio-routes.ts';
import { staffRoutes } from './staff/studio-routes.ts';
import { brandRoutes } from './storefront/brand-routes.ts';
import { contentRoutes } from './storefront/content-routes.ts';
import { logoRoutes } from './storefront/logo-routes.ts';
import { featuredImageRoutes } from './storefront/studio-routes.ts';

/**
 * The whole server without a port. Once `isStopping`, health answers UNAVAILABLE and everything else works as before.
 * @param ready is filled with answers that the port can give without asking the app
 */
export function createApp(
  services: AppServices,
  isStopping = () => false,
  ready = createReadyAnswers(services.env, services.catalogue),
): Hono {
  const app = new Hono();
  app.use((_, next) => withOnePatience(next));
  const answers = createPublicAnswers(
    services.catalogue,
    services.answerBytes,
    createSearchLimit(services.clock, services.limitFactor),
    createEmptySearches(services),
    ready.drop,
  );

  catalogueRoutes(app, services, answers, ready);
  galleryPictureRoutes(app, services);
  accountRoutes(app, services);
  cartRoutes(app, services);
  wishlistRoutes(app, services);
  couponRoutes(app, services);
  couponOfferRoutes(app, services);
  orderRoutes(app, services);
  commissionRoutes(app, services);
  ownRequestRoutes(app, services);
  deliveryRoutes(app, services);
  messageRoutes(app, services);
  reviewRoutes(app, services);
  pushRoutes(app, services);
  savedSearchRoutes(app, services);
  paymentRoutes(app, services);
  downloadRoutes(app, services);
  paperRoutes(app, services);
  imageRoutes(app, services);
  studioRoutes(app, services);
  healthRoutes(app, services, isStopping);
  readyRoutes(app, services, isStopping);
  openApiRoutes(app, services.env);
  unsubscribeRoutes(app, services);
  confirmNewsRoutes(app, services);
  plainPageRoutes(app, services);
  app.all('/api/*', (context) => {
    const methods = methodsAt(context.req.path);
    if (methods.length > 0) context.header('Allow', methods.join(', '));
    throw unknownCall(methods);
  });

  if (services.studioApp) {
    studioManifestRoutes(app, services);
    studioAppRoutes(app, services, services.studioApp);
  }
  if (services.shop) {
    assetRoutes(app, services, services.shop);
    siteFileRoutes(app, services);
    lookRoutes(app, services);
    manifestRoutes(app, services);
    documentRoutes(app, services, answers, services.shop, ready);
  }
  app.notFound((context) =>
    ['GET', 'HEAD'].includes(context.req.method)
      ? context.redirect('/', 302)
      : context.json(unknownCall([]).body, 404),
  );

  app.onError(async (error, context) => {
    const problem = await problemOf(services, error);
    if (problem !== error) {
      services.log.error({ err: error, path: loggedPath(context.req.path) }, 'request failed');
    }
    if (problem.retryAfter !== null) context.header('Retry-After', String(problem.retryAfter));
    context.header('Cache-Control', 'no-store');
    context.header('X-Content-Type-Options', 'nosniff');
    return context.json(problem.body, problem.status);
  });

  return app;
}

function studioRoutes(app: Hono, services: AppServices): void {
  staffRoutes(app, services);
  notificationRoutes(app, services);
  todayRoutes(app, services, () => backupState(services));
  exportRoutes(app, services);
  bookRoutes(app, services);
  reportRoutes(app, services);
  backupRoutes(app, services);
  healthCheckRoutes(app, services);
  brandRoutes(app, services);
  contentRoutes(app, services);
  logoRoutes(app, services);
  searchWordsRoutes(app, services);
  licenceRoutes(app, services);
  fileRoutes(app, services);
  designRoutes(app, services);
  bulkChangeRoutes(app, services);
  designTableRoutes(app, services);
  collectionRoutes(app, services);
  studioCouponRoutes(app, services);
  shopSaleRoutes(app, services);
  featuredImageRoutes(app, services);
  importRoutes(app, services);
  studioCommissionRoutes(app, services);
  studioMessageRoutes(app, services);
  newsletterRoutes(app, services);
  studioReviewRoutes(app, services);
  studioBuyerRoutes(app, services);
  studioOrderRoutes(app, services);
  studioPaperRoutes(app, services);
}

function healthRoutes(app: Hono, services: AppServices, isStopping: () => boolean): void {
  serveShop(app, services, 'health', async () => {
    if (isStopping()) throw new Problem('UNAVAILABLE', 'This server is stopping.');
    const { isLow, isFull } = services.storage.state();
    return { status: 'ok', storage: { isLow, isFull } };
  });
}

/** The problem for a thrown error. A full disk has its own, wherever the write was. */
async function problemOf({ storage, log }: AppServices, error: Error): Promise<Problem> {
  const failure = storageFailure(error);
  if (failure === 'unreachable') return storageProblem(failure);
  if (failure !== null) {
    // SQLite has one code for every failed write, so measure whether the disk is full.
    const measured =
      failure === 'full'
        ? null
        : await storage.measure().catch((reason: unknown) => {
            log.error({ err: reason }, 'measuring the storage failed');
            return storage.state();
          });
    const isFull = measured?.isFull ?? true;
    if (isFull) storage.noteFull();
    return storageProblem(isFull ? 'full' : 'fails');
  }
  if (!(error instanceof Problem)) {
    return new Problem('INTERNAL', 'Something went wrong on our side. Nothing was lost.');
  }
  if (error.code === 'STORAGE_FULL') storage.noteFull();
  return error;
}

const knownCalls = [...Object.values(calls), ...Object.values(studioCalls)].map(
  ({ path, method }) => ({
    pattern: templatePattern(path),
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  }),
);

/** The methods that a path of the API takes; none if it is unknown. */
function methodsAt(path: string): string[] {
  const found = knownCalls.filter(({ pattern }) => pattern.test(path));
  return [...new Set(found.flatMap(({ methods }) => methods))];
}

/** The problem for an unknown path, or for a path that takes only other methods. */
function unknownCall(methods: readonly string[]): Problem {
  return methods.length > 0
    ? new Problem('METHOD_NOT_ALLOWED', 'Method not allowed.')
    : new Problem('NOT_FOUND', 'Unknown call.');
}
