import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pageData, primeFromPage } from '#api/page-data.ts';
import { shopCache } from '#api/shop-cache.ts';
import { ErrorBoundary } from '#app/error-boundary.tsx';
import { Router } from '#app/router.tsx';
import { preloadScreen } from '#app/screens.ts';
import { startDevice } from '#app/start-device.ts';
import { startWorker } from '#app/start-worker.ts';
import { saveInstallPrompt } from '#features/install/install-prompt.ts';
import { restoreCardColumns } from '#ui/card-columns.ts';
import { restoreCarriedState } from '#ui/carried-state.ts';
import { carryToasts } from '#ui/carried-toasts.ts';
import { markMissingPictures } from '#ui/missing-pictures.ts';

const data = pageData();
saveInstallPrompt();
restoreCardColumns();
restoreCarriedState();
carryToasts();
markMissingPictures();
const screenIsThere = preloadScreen(location.pathname);
startDevice();
primeFromPage(shopCache, await data);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
await screenIsThere;
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Router />
    </ErrorBoundary>
  </StrictMode>,
);
// After the screen: the worker's code must not compete with what is about to be seen.
startWorker();
