import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { device } from '#offline/open-device.ts';
import { isPending } from '#offline/outbox/attempts.ts';
import type { SavedOrders } from '#offline/stores/account-store.ts';
import type { CartView } from '#offline/views/cart-view.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { isPlainHttp, openOverHttps } from '#ui/plain-http.ts';
import { timeAgo } from '#ui/time-ago.ts';
import { showLoadError, useLoaded } from '#ui/use-loaded.ts';
import { AccountPart, Fact, Facts, PartActions } from './account-part.tsx';
import storageStyles from './app-storage.module.css';
import { ForgetSeen } from './forget-seen.tsx';
import { SaveForOffline } from './save-for-offline.tsx';
import {
  countText,
  protectingText,
  savedCatalogueText,
  savedDesignsText,
  sharesText,
  spaceText,
} from './storage-facts.ts';
import { type OfflineFacts, useOfflineFacts } from './use-offline-facts.ts';

const notSetUp = isPlainHttp
  ? `Not over plain http. ${openOverHttps}`
  : 'Not set up in this browser yet';

interface CheckedProps {
  /** Null: the browser doesn't say. */
  readonly isGood: boolean | null;
  readonly text: string;
  /** The button that fixes it; unset if nothing here can. */
  readonly fix?: { readonly label: string; readonly onPress: () => void } | undefined;
}

/** A check that has passed, or has failed and may offer a fix, or whose result nobody knows. */
function Checked({ isGood, text, fix }: CheckedProps) {
  if (isGood === null) return text;
  return (
    <span className={isGood ? storageStyles.good : storageStyles.bad}>
      <Icon name={isGood ? 'check' : 'exclamation'} size={18} />
      <span>{text}</span>
      {!isGood && fix && (
        <Button variant="quiet" onClick={fix.onPress}>
          {fix.label}
        </Button>
      )}
    </span>
  );
}

/** The designs of cart or wishlist that this device has stored, or why it stores none. */
function SavedDesigns({ lines, trouble }: Pick<CartView, 'lines' | 'trouble'>) {
  const text = savedDesignsText(lines.length, trouble);
  return trouble === null ? text : <Checked isGood={false} text={text} />;
}

/** The account's orders as stored on this device, live. */
function useSavedOrders(accountId: string | null): SavedOrders | null {
  const [saved, setSaved] = useState<SavedOrders | null>(null);
  useEffect(
    () => (accountId === null ? undefined : device().watchCopy('orders', setSaved)),
    [accountId],
  );
  return saved;
}

const loadReadiness = () => import('./readiness.tsx');

interface TestResultProps {
  readonly facts: OfflineFacts;
  readonly designs: number;
  readonly carts: readonly Pick<CartView, 'trouble'>[];
  readonly unsent: number;
  readonly refused: number;
  readonly level: 2 | 3;
}

/** The result of the last test; its code is loaded with the first one. */
function TestResult({ facts, designs, carts, unsent, refused, level }: TestResultProps) {
  const { tested, isInstalled, storage, pictures } = facts;
  const Readiness = useLoaded(loadReadiness, tested !== null, showLoadError)?.default;
  if (!Readiness || !tested) return null;
  const found = {
    testedAt: tested.at,
    isInstalled,
    isReached: tested.isReached,
    worker: tested.worker,
    designs,
    pictures: pictures.pictures,
    storage,
    trouble: carts.find(({ trouble }) => trouble !== null)?.trouble ?? null,
    waiting: unsent,
    refused,
  };
  return <Readiness facts={found} level={level} />;
}

export interface AppStorageProps {
  /** Null for a visitor. */
  readonly accountId: string | null;
  /** 1 on its own page. */
  readonly level?: 1 | 2;
  /** Settings of other features: bought files, and designs kept offline. */
  readonly choices: ReactNode;
}

/** What is saved on this device, whether the shop would work offline, and what to do if not (OP-10). */
export function AppStorage({ accountId, level = 2, choices }: AppStorageProps) {
  const cart = useSyncExternalStore(device().watchCart, device().cart);
  const wishlist = useSyncExternalStore(device().watchWishlist, device().wishlist);
  const { waiting, requests, refused, answeredAt } = useSyncExternalStore(
    device().watchSync,
    device().syncView,
  );
  const { facts, catalogue, isTesting, test, protection, protect, savePack } =
    useOfflineFacts(accountId);
  const saved = useSavedOrders(accountId);
  const { files, pictures, storage } = facts;
  const designs = catalogue?.designs ?? 0;
  const texts = [...(saved?.licenceTexts ?? []), ...(catalogue?.licenceTexts ?? [])];
  const licenceTexts = new Set(
    texts.map(({ licenseType, version }) => `${licenseType} ${version}`),
  );
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const unsent = waiting.length + requests.filter(isPending).length;
  const shares = sharesText(storage);
  const now = Date.now();
  const choiceLevel = level === 1 ? 2 : 3;
  return (
    <AccountPart id="app" title="App and offline storage" paper="lilac" isWide level={level}>
      <Facts>
        <Fact term="App">
          {facts.isInstalled ? 'Installed on this device' : 'Open in the browser'}
        </Fact>
        <Fact term="Works offline">
          <Checked
            isGood={facts.hasWorker}
            text={facts.hasWorker ? 'Ready' : notSetUp}
            fix={isPlainHttp ? undefined : { label: 'Set up', onPress: () => location.reload() }}
          />
        </Fact>
        <Fact term="Designs saved">
          <Checked
            isGood={designs > 0}
            text={savedCatalogueText(catalogue, now)}
            fix={facts.hasWorker ? { label: 'Save them now', onPress: savePack } : undefined}
          />
        </Fact>
        <Fact term="Pictures saved">{countText(pictures.pictures, 'picture', pictures.bytes)}</Fact>
        <Fact term="Licence texts saved">{countText(licenceTexts.size, 'text')}</Fact>
        <Fact term="Cart on this device">
          <SavedDesigns lines={cart.lines} trouble={cart.trouble} />
        </Fact>
        <Fact term="Wishlist on this device">
          <SavedDesigns lines={wishlist.lines} trouble={wishlist.trouble} />
        </Fact>
        {accountId !== null && (
          <>
            <Fact term="Orders saved">{countText(saved?.orders.length ?? 0, 'order')}</Fact>
            <Fact term="Bought files stored">{countText(files.length, 'file', bytes)}</Fact>
          </>
        )}
        <Fact term="Changes waiting">
          <Checked
            isGood={unsent === 0}
            text={unsent === 0 ? 'None' : String(unsent)}
            fix={{ label: 'Send now', onPress: () => void device().sync({ pressed: true }) }}
          />
        </Fact>
        {accountId !== null && (
          <Fact term="Last answer from the shop">
            {answeredAt === null ? 'Not yet' : timeAgo(answeredAt, now)}
          </Fact>
        )}
        <Fact term="Storage">
          <Checked
            isGood={storage.isPersisted}
            text={protectingText(storage, protection)}
            fix={
              protect && {
                label: protection === 'asked' ? 'Ask again' : 'Protect it',
                onPress: () => void protect(),
              }
            }
          />
        </Fact>
        <Fact term="Space used">{spaceText(storage)}</Fact>
        {shares !== null && <Fact term="Breakdown">{shares}</Fact>}
        {facts.tested !== null && (
          <Fact term="Shop">
            <Checked
              isGood={facts.tested.isReached}
              text={facts.tested.isReached ? 'Reached just now' : 'Could not be reached'}
              fix={{ label: 'Try again', onPress: () => void test() }}
            />
          </Fact>
        )}
      </Facts>
      <PartActions>
        <Button variant="paper" aria-disabled={isTesting} onClick={() => void test()}>
          {isTesting ? 'Testing…' : 'Test now'}
        </Button>
      </PartActions>
      <TestResult
        facts={facts}
        designs={designs}
        carts={[cart, wishlist]}
        unsent={unsent}
        refused={refused.length + requests.filter(({ state }) => state === 'refused').length}
        level={choiceLevel}
      />
      {accountId !== null && (
        <p className="note">Signing out removes your account’s data from this device.</p>
      )}
      {choices}
      {facts.hasWorker && <SaveForOffline storage={storage} level={choiceLevel} />}
      <ForgetSeen level={choiceLevel} />
    </AccountPart>
  );
}
