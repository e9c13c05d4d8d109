import { useCall } from '#api/use-call.ts';
import { customRequestPath } from '#contract/shop/paths.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import { useShopNavigate } from '#ui/use-shop-navigate.ts';
import styles from './custom-instead.module.css';
import { draftOfSearch } from './draft-of-search.ts';

/** Offers a custom design of what was searched for. */
export function CustomInstead({ text }: { readonly text: string }) {
  const isCustomOpen = useCall('customStatus', {}).data?.status === 'On';
  const navigate = useShopNavigate();

  async function request(): Promise<void> {
    try {
      const requests = await device().customRequests();
      const draft = draftOfSearch(await requests.draft(), text);
      if (draft) await requests.write(draft);
    } catch {
      // Without storage the form opens empty.
    }
    navigate(customRequestPath);
  }

  return (
    <section className={styles.custom} aria-labelledby="custom-instead">
      <h3 id="custom-instead" className={styles.title}>
        Not in the shop yet?
      </h3>
      {isCustomOpen ? (
        <>
          <p>You can ask for a custom design.</p>
          <Button variant="paper" onClick={() => void request()}>
            Request a custom design
          </Button>
        </>
      ) : (
        <p>Custom requests are closed right now.</p>
      )}
    </section>
  );
}
