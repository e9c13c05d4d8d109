import { referenceImageTypes } from '#contract/shop/custom-request.ts';
import { customRequestPath, paths } from '#contract/shop/paths.ts';
import { newUuid } from '#contract/wire/new-uuid.ts';
import { saveShared } from '#offline/accounts/save-shared.ts';
import { isCheckoutDocument } from '#ui/checkout-border.ts';
import { saveOpenDrafts } from '#ui/open-drafts.ts';
import { toast } from '#ui/toast.ts';
import { hasInput } from './reload-when-idle.ts';

/** How the installed app was opened (Launch Handler API); missing from TypeScript's library. */
interface LaunchParams {
  readonly targetURL?: string | null;
  readonly files: readonly FileSystemFileHandle[];
}

declare global {
  interface Window {
    readonly launchQueue?: {
      setConsumer(consumer: (launch: LaunchParams) => void): void;
    };
  }
}

const isPicture = ({ type }: File) => (referenceImageTypes as readonly string[]).includes(type);

/**
 * Handles launches of the installed app while it is already open: navigates to a URL, adds pictures to a
 * custom request. Asks first if a form is being filled in.
 */
export function followLaunches(navigate: (to: string) => void): void {
  window.launchQueue?.setConsumer((launch) => void open(launch, navigate));
}

async function open(launch: LaunchParams, navigate: (to: string) => void): Promise<void> {
  if (launch.files.length > 0) {
    const files = await Promise.all(launch.files.map((handle) => handle.getFile()));
    openPictures(files.filter(isPicture), navigate);
    return;
  }
  const to = addressOf(launch);
  if (to === null) return;
  if (isFree()) navigate(to);
  else offer('Leave this page? What you typed here will be lost.', to);
}

/** The path to navigate to. Null if there is nowhere to go: the app's icon just brings the window to the front, and a new window has loaded the URL already. */
function addressOf({ targetURL }: LaunchParams): string | null {
  if (!targetURL) return null;
  const { href, origin, pathname, search, hash } = new URL(targetURL);
  const [loaded] = performance.getEntriesByType('navigation');
  const to = pathname + search + hash;
  if (origin !== location.origin || to === paths.home.path) return null;
  return href === location.href || href === loaded?.name ? null : to;
}

function openPictures(files: readonly File[], navigate: (to: string) => void): void {
  if (files.length === 0) {
    toast.error('Only JPEG, PNG, WebP and AVIF images can be added to a custom request.');
    return;
  }
  if (isFree()) {
    void addPictures(files).then(() => navigate(customRequestPath));
    return;
  }
  const pictures = files.length === 1 ? 'the picture' : `the ${files.length} pictures`;
  offer(
    `Add ${pictures} to a custom request? Other forms on this page will be cleared.`,
    customRequestPath,
    async () => {
      // Saves the open drafts first, so that the pictures are added to them.
      await saveOpenDrafts();
      await addPictures(files);
    },
  );
}

async function addPictures(files: readonly File[]): Promise<void> {
  try {
    await saveShared({ texts: [], files }, { idb: null, newId: newUuid, now: Date.now() });
  } catch {
    toast.error('The pictures couldn’t be saved. Please add them in the form.');
  }
}

function isFree(): boolean {
  return !isCheckoutDocument && !hasInput() && !document.querySelector('[role="dialog"]');
}

/** Offers to load `to` as a new document, so that an open form reads its draft again. */
function offer(text: string, to: string, prepare = async () => {}): void {
  toast.blank(text, {
    id: 'launch',
    action: {
      label: 'Open',
      onPress: () =>
        void prepare().then(
          () => location.assign(to),
          () =>
            toast.error('What you typed couldn’t be saved on this device. Please send it first.'),
        ),
    },
  });
}
