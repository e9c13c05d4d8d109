import { counted } from '#contract/wire/counted.ts';
import type { ReadyScreen, WorkerReadiness } from '#offline/catalogue/worker-messages.ts';
import type { StoreTrouble } from '#offline/stores/account-store.ts';
import { isPlainHttp, openOverHttps } from '#ui/plain-http.ts';
import {
  bytesText,
  protectionText,
  type StorageAnswer,
  sharesText,
  spaceText,
} from './storage-facts.ts';

/** What a test found. Only figures: the report has nothing of what a buyer looked at, bought or wrote. */
export interface ReadinessFacts {
  /** ISO 8601. */
  readonly testedAt: string;
  readonly isInstalled: boolean;
  readonly isReached: boolean;
  /** Null: no worker answered. */
  readonly worker: WorkerReadiness | null;
  readonly designs: number;
  readonly pictures: number;
  readonly storage: StorageAnswer;
  /** Why cart and wishlist can't be saved; null if they are. */
  readonly trouble: StoreTrouble | null;
  readonly waiting: number;
  readonly refused: number;
}

export interface ReadinessCheck {
  readonly title: string;
  /** `note`: it works, and could be better. `unknown`: nothing here says whether it works. */
  readonly state: 'good' | 'note' | 'unknown' | 'bad';
  readonly result: string;
  /** What to do; null if nothing needs to be done. */
  readonly advice: string | null;
}

/** Below this the browser soon deletes or refuses something. */
const leastFreeBytes = 50_000_000;

const screenNames: Readonly<Record<ReadyScreen, string>> = {
  home: 'Home',
  shop: 'Shop',
  product: 'a design',
  search: 'search',
  bestSellers: 'Best sellers',
  collections: 'Collections',
  licence: 'Licences',
  terms: 'Terms',
  privacy: 'Privacy',
};

const reloadAdvice = isPlainHttp ? openOverHttps : 'Reload this page once while you are connected.';

function appCheck(worker: WorkerReadiness | null): ReadinessCheck {
  const title = 'App offline';
  if (!worker) {
    return {
      title,
      state: 'bad',
      result: 'The offline app didn’t respond.',
      advice: reloadAdvice,
    };
  }
  const { files, missingFiles, shopMs } = worker;
  if (missingFiles > 0) {
    const result = `${missingFiles} of ${files} files of the app are missing.`;
    return { title, state: 'bad', result, advice: reloadAdvice };
  }
  const result = `All ${files} files are on this device. The shop opened in ${Math.ceil(shopMs)} ms.`;
  return { title, state: 'good', result, advice: null };
}

function screensCheck({ worker, designs, pictures }: ReadinessFacts): ReadinessCheck {
  const title = 'Screens offline';
  const advice = 'Press “Save them now” above while you are connected, then test again.';
  if (!worker) {
    return {
      title,
      state: 'bad',
      result: 'Unknown: the offline app didn’t respond.',
      advice: reloadAdvice,
    };
  }
  const empty = worker.emptyScreens.map((screen) => screenNames[screen]);
  if (empty.length > 0) {
    const result = `Nothing saved for: ${new Intl.ListFormat('en').format(empty)}.`;
    return { title, state: 'bad', result, advice };
  }
  const result = `Every screen works offline: ${designs} designs and ${pictures} pictures are saved.`;
  return { title, state: 'good', result, advice: null };
}

function spaceCheck(storage: StorageAnswer): ReadinessCheck {
  const { usage, quota } = storage;
  const free = usage === null || quota === null ? null : quota - usage;
  const shares = sharesText(storage);
  const result = shares === null ? spaceText(storage) : `${spaceText(storage)}: ${shares}.`;
  if (free === null) {
    return {
      title: 'Space',
      state: 'unknown',
      result,
      advice: 'If something can’t be saved, the shop says so then.',
    };
  }
  if (free >= leastFreeBytes) {
    return { title: 'Space', state: 'good', result, advice: null };
  }
  return {
    title: 'Space',
    state: 'bad',
    result: `Only ${bytesText(Math.max(0, free))} left. ${result}`,
    advice: 'Delete files or apps on this device, or bought files stored here.',
  };
}

const troubleResults: Readonly<Record<StoreTrouble, Pick<ReadinessCheck, 'result' | 'advice'>>> = {
  blocked: {
    result: 'This browser saves nothing.',
    advice: 'Leave the private window, or allow this site to save data.',
  },
  silent: {
    result: 'The browser’s storage does not respond.',
    advice: 'Close the other tabs of the shop, or restart the browser.',
  },
  full: {
    result: 'This device is full.',
    advice: 'Delete files or apps on this device.',
  },
};

function protectionCheck({ storage, trouble }: ReadinessFacts): ReadinessCheck {
  const title = 'Saved data';
  if (trouble !== null) return { title, state: 'bad', ...troubleResults[trouble] };
  if (storage.isPersisted === null) {
    return {
      title,
      state: 'unknown',
      result: `${protectionText(storage)} It may clear what is saved here when this device runs out of space.`,
      advice: 'Install the app if you can, and open it now and then.',
    };
  }
  if (storage.isPersisted) {
    return { title, state: 'good', result: protectionText(storage), advice: null };
  }
  return {
    title,
    state: 'note',
    result: protectionText(storage),
    advice: 'Press “Protect it” above, or install the app.',
  };
}

function changesCheck({ waiting, refused, isReached }: ReadinessFacts): ReadinessCheck {
  const title = 'Your changes';
  if (refused > 0) {
    const result = `The shop refused ${counted(refused, 'change')}.`;
    return {
      title,
      state: 'bad',
      result,
      advice: 'Cart and wishlist say why, and offer “Try again”.',
    };
  }
  if (waiting === 0)
    return { title, state: 'good', result: 'None is waiting to be sent.', advice: null };
  const result = `${counted(waiting, 'change')} waiting to be sent.`;
  if (!isReached) {
    return { title, state: 'note', result, advice: 'They are sent when the shop can be reached.' };
  }
  return { title, state: 'bad', result, advice: 'Press “Send now” above, then test again.' };
}

function shopCheck(isReached: boolean): ReadinessCheck {
  const title = 'Shop';
  if (isReached) return { title, state: 'good', result: 'Reached just now.', advice: null };
  const advice = 'What is on this device still works. Test again when you are connected.';
  return { title, state: 'note', result: 'Could not be reached.', advice };
}

/** Judges what a test found: each check with a plain result and what to do. */
export function readinessChecks(facts: ReadinessFacts): readonly ReadinessCheck[] {
  return [
    appCheck(facts.worker),
    screensCheck(facts),
    spaceCheck(facts.storage),
    protectionCheck(facts),
    changesCheck(facts),
    shopCheck(facts.isReached),
  ];
}

/** One sentence about all checks. */
export function readinessSummary(checks: readonly ReadinessCheck[]): string {
  const count = (wanted: ReadinessCheck['state']) =>
    checks.filter(({ state }) => state === wanted).length;
  const bad = count('bad');
  if (bad === 0) {
    const isUnsure = count('unknown') > 0;
    return isUnsure
      ? 'This device is ready to work offline, as far as your browser says.'
      : 'This device is ready to work offline.';
  }
  return `${counted(bad, 'thing needs', 'things need')} your attention.`;
}

const stateWords: Readonly<Record<ReadinessCheck['state'], string>> = {
  good: 'OK',
  note: 'Note',
  unknown: 'Unknown',
  bad: 'Problem',
};

/** The test as plain text for support. `host` is the shop's, `browser` its user agent. */
export function readinessReport(facts: ReadinessFacts, host: string, browser: string): string {
  const { testedAt, isInstalled, worker } = facts;
  const checks = readinessChecks(facts).map(
    ({ title, state, result }) => `${stateWords[state]}: ${title}. ${result}`,
  );
  return [
    `Offline test of ${host}, ${testedAt}`,
    `App ${worker?.version.slice(0, 8) || 'unknown'}, ${isInstalled ? 'installed' : 'in the browser'}`,
    browser,
    ...checks,
  ].join('\n');
}
