import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { useShopDay } from '#api/use-shop-day.ts';
import { sinceZipPath, zipDaySchema } from '#contract/shop/bought-zip.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import type { Order } from '#contract/shop/order.ts';
import { TextField } from '#ui/text-field.tsx';
import styles from './download-since.module.css';
import { downloadable } from './downloadable.ts';
import { KeptDays } from './kept-days.tsx';
import { storedDays } from './stored-days.ts';
import { ZipDownload } from './zip-download.tsx';

/** Downloads all that was bought since a day, with the licences. Renders nothing if there is nothing to download. */
export function DownloadSince({ orders }: { readonly orders: readonly Order[] }) {
  const shopDay = useShopDay();
  const [chosen, setChosen] = useState<string | null>(null);
  const [stored, setStored] = useState<string | null>(null);
  useEffect(() => {
    // What is on this device is found again.
    storedDays().then(
      (days) => setStored(days[0] ?? null),
      () => {},
    );
  }, []);
  const own = orders.filter((order) => downloadable([order]).length > 0);
  const days = own.map(({ createdAt }) => shopDay(createdAt)).sort();
  const [newest] = own;
  const first = days[0];
  if (first === undefined || newest === undefined) return null;
  const since = chosen ?? stored ?? first;
  const isDay = v.is(zipDaySchema, since);
  const isFuture = isDay && since > shopDay(new Date().toISOString());
  const items = downloadable(own.filter(({ createdAt }) => shopDay(createdAt) >= since));

  function errorOf(): string | undefined {
    // Nothing yet, or a part of a day.
    if (since === '') return undefined;
    if (!isDay) return 'Choose a day from January 1, 2000 on.';
    if (isFuture) return 'This day is in the future.';
    return items.length === 0 ? 'Nothing was bought since then.' : undefined;
  }

  return (
    <section className={styles.since} aria-labelledby="download-since">
      <h2 id="download-since">Download everything</h2>
      <p className="note">
        One ZIP with a folder for each design: its files, its licence and its licence card.
      </p>
      <TextField
        label="Bought since"
        type="date"
        value={since}
        onChange={setChosen}
        error={errorOf()}
      />
      {isDay && items.length > 0 && (
        <ZipDownload
          key={since}
          link={sinceZipPath(since)}
          fileName={`Designs since ${since}.zip`}
          label={`Download everything since ${dayInWords(since)}`}
          of="all designs"
          orderNumber={newest.orderNumber}
          items={items}
        />
      )}
      <KeptDays key={`kept ${since}`} since={since} onChoose={setChosen} />
    </section>
  );
}
