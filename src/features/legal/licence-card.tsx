import { useState } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { cardRows, cardTitle } from '#contract/shop/card-rows.ts';
import { licenceCheckPath, readCard, shortCard } from '#contract/shop/licence-card.ts';
import { Brand } from '#ui/brand.tsx';
import { Button } from '#ui/button.tsx';
import QrCode from '#ui/qr-code.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { copyLink } from '#ui/share-link.ts';
import { toast } from '#ui/toast.ts';
import styles from './licence-card.module.css';

/** The signed card of a licence: to print, to save as a picture, and to be checked by anyone. */
export function LicenceCard({ card }: { readonly card: string }) {
  const settings = useShopSettings();
  const [isSaving, setSaving] = useState(false);
  const read = readCard(card);
  if (!read) return null;
  const { facts } = read;
  const name = settings?.name ?? '';
  const url = location.origin + licenceCheckPath(shortCard(read));
  const save = async () => {
    setSaving(true);
    try {
      const { drawCard } = await import('./draw-card.ts');
      saveBlob(
        await drawCard(facts, name, url),
        `licence-${facts.order}-${facts.id.slice(-6)}.png`,
      );
    } catch {
      toast.error('The picture couldn’t be made. Print the card instead.');
    } finally {
      setSaving(false);
    }
  };
  return (
    <section aria-labelledby="licence-card" className={styles.part}>
      <h2 id="licence-card" className={styles.heading}>
        Licence card
      </h2>
      <p className={styles.help}>
        Show it to a marketplace or a print shop. Anyone can scan the code to check it, without an
        account and without a signal. It has the name and the company on your account at purchase.
      </p>
      <div className={`card ${styles.card}`}>
        <div className={styles.words}>
          <p className={styles.brand}>
            <Brand name={name} look={settings?.texts} size={24} /> licence
          </p>
          <p className={styles.design}>{cardTitle(facts)}</p>
          <p className={styles.holder}>{facts.to}</p>
          <ul className={styles.rows}>
            {cardRows(facts).map(([term, value]) => (
              <li key={term}>
                {term}: <b>{value}</b>
              </li>
            ))}
          </ul>
        </div>
        <QrCode text={url} label="QR code: the link that checks this card" className={styles.qr} />
      </div>
      <div className={styles.tools}>
        <Button variant="paper" onClick={printCard}>
          Print the card (A6)
        </Button>
        <Button variant="paper" disabled={isSaving} onClick={() => void save()}>
          Save as picture
        </Button>
        <Button variant="paper" onClick={() => void copyLink(licenceCheckPath(card))}>
          Copy link
        </Button>
      </div>
    </section>
  );
}

/** Prints the card alone: the style sheet hides everything else while the attribute is set. */
function printCard(): void {
  const { dataset } = document.documentElement;
  dataset.print = 'card';
  window.addEventListener('afterprint', () => delete dataset.print, { once: true });
  window.print();
}
