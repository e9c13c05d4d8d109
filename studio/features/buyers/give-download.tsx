import { useState } from 'react';
import { type Buyer, buyerCalls } from '#contract/studio/buyers.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Modal } from '#ui/overlay.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import form from '../../ui/form.module.css';
import { nameOf } from './buyer-words.tsx';
import styles from './buyers.module.css';

interface GiveDownloadProps {
  readonly buyer: Buyer;
  readonly onChanged: (buyer: Buyer) => void;
}

/** Adds a design to the buyer's orders free of charge. */
export function GiveDownload({ buyer, onChanged }: GiveDownloadProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="paper" onClick={() => setOpen(true)}>
        Give a design…
      </Button>
      <Modal
        title={`Give ${nameOf(buyer)} a design`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Designs
          buyer={buyer}
          onChanged={(changed) => {
            onChanged(changed);
            setOpen(false);
          }}
        />
      </Modal>
    </>
  );
}

function Designs({ buyer, onChanged }: GiveDownloadProps) {
  const [search, setSearch] = useState('');
  const [sentId, setSentId] = useState<string | null>(null);
  const found = useAnswer(buyerCalls.givableDesigns, { query: { search: search.trim() } });

  async function give(productId: string, title: string): Promise<void> {
    if (sentId !== null) return;
    setSentId(productId);
    try {
      const params = { buyerId: buyer.id };
      onChanged(await request(buyerCalls.giveDownload, { params, body: { productId } }));
      toast.success(`${title} was given to ${nameOf(buyer)}, who has been e-mailed.`);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was given.'));
      setSentId(null);
    }
  }

  return (
    <div className={form.form}>
      <p>It’s free, includes its licence and doesn’t count as a sale.</p>
      <TextField
        label="Find a design"
        hint="By title or SKU."
        type="search"
        maxLength={64}
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      <Answered of={found}>
        {({ designs }) =>
          designs.length === 0 ? (
            <p>No matching design with finished files.</p>
          ) : (
            <ul className={styles.rows}>
              {designs.map(({ id, title, sku, isForFabricShops }) => (
                <li key={id}>
                  <span>
                    {title} <small>{sku}</small>
                  </span>
                  {isForFabricShops || buyer.licenseType !== 'FABRIC_SHOP' ? (
                    <Button
                      variant="quiet"
                      aria-disabled={sentId !== null}
                      aria-busy={sentId === id}
                      onClick={() => void give(id, title)}
                    >
                      Give<span className="visually-hidden"> {title}</span>
                    </Button>
                  ) : (
                    <small>Not for fabric shops</small>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </div>
  );
}
