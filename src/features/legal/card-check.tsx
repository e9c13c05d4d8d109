import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { useCall } from '#api/use-call.ts';
import { useShopDay } from '#api/use-shop-day.ts';
import { cardRows, cardTitle } from '#contract/shop/card-rows.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { linkedCard } from '#contract/shop/licence-card.ts';
import { isYearly } from '#contract/shop/licence-facts.ts';
import { Icon } from '#ui/icon.tsx';
import { joinClasses } from '#ui/join-classes.ts';
import { isPlainHttp, openOverHttps } from '#ui/plain-http.ts';
import { timeAgo } from '#ui/time-ago.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import styles from './card-check.module.css';
import { CardForm } from './card-form.tsx';
import { type CheckedCard, checkCard } from './check-card.ts';
import { type Verdict, yearlyVerdict } from './verdict.ts';

/** Checks the licence card in the URL's fragment, and lets anyone check another. */
export function CardCheck() {
  const { hash } = useLocation();
  const card = linkedCard(hash);
  return (
    <section aria-labelledby="check-card" className={styles.check}>
      <h2 id="check-card">Check a licence card</h2>
      {card !== null && <Result card={card} />}
      <p className={styles.lead}>
        Each licence has a card with a QR code. Scan the code with a phone’s camera, or paste its
        link here. The check needs no account. It happens on this device, offline too, and nobody
        learns which card you check.
      </p>
      <CardForm />
    </section>
  );
}

function Result({ card }: { readonly card: string }) {
  const { data: register, status, savedAt } = useCall('licenceRegister', {});
  const check = useCallback(
    async () => register && { card, checked: await checkCard(card, register) },
    [card, register],
  );
  const found = useLoaded(check);
  const shopDay = useShopDay();
  const checked = register && found?.card === card ? found.checked : null;
  if (!checked && status !== 'rejected') return <p role="status">Checking…</p>;
  const today = shopDay(new Date());
  const words = checked ? wordsOf(checked, today) : noList;
  const facts = checked && 'facts' in checked ? checked.facts : null;
  return (
    <div className={joinClasses('card stack-3', styles.result, styles[words.tone])} role="status">
      <p className={styles.verdict}>
        <Icon name={words.icon} size={28} />
        <strong>{words.title}</strong>
      </p>
      <p>{words.text}</p>
      {facts && (
        <dl className={styles.facts}>
          {[
            [isYearly(facts) ? 'Licence' : 'Design', cardTitle(facts)],
            ['Licensed to', facts.to],
            ...cardRows(facts),
          ].map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {register && (
        <p className={styles.synced}>
          Checked with this shop’s list of keys and revoked licences, last synced{' '}
          {savedAt === null ? 'just now' : timeAgo(savedAt, Date.now())}.
          {facts && isYearly(facts) && ` By this device’s clock, today is ${dayInWords(today)}.`}
        </p>
      )}
    </div>
  );
}

const noList: Verdict = {
  tone: 'open',
  icon: 'exclamation',
  title: 'Not checked yet',
  text: 'The list of keys isn’t saved on this device. Connect to the internet and open this page again.',
};

function wordsOf(checked: CheckedCard, today: string): Verdict {
  if (checked.status === 'valid' && isYearly(checked.facts)) {
    return yearlyVerdict(checked.facts, today);
  }
  if (checked.status === 'revoked') {
    return {
      tone: 'bad',
      icon: 'close',
      title: `Revoked as of ${dayInWords(checked.on)}`,
      text: 'The card is genuine, but the shop has refunded or revoked this licence. It no longer covers anything.',
    };
  }
  return words[checked.status];
}

const words: Readonly<Record<Exclude<CheckedCard['status'], 'revoked'>, Verdict>> = {
  valid: {
    tone: 'good',
    icon: 'check',
    title: 'Valid',
    text: 'This shop signed the card, nothing on it was changed, and the licence is in force.',
  },
  'unknown-key': {
    tone: 'open',
    icon: 'exclamation',
    title: 'Unknown key',
    text: 'The card names a key that isn’t in the list on this device. Connect to the internet and check again. If it stays unknown, this shop didn’t sign the card.',
  },
  'not-genuine': {
    tone: 'bad',
    icon: 'close',
    title: 'Not genuine',
    text: 'This shop didn’t sign this card, or something on it was changed. Ask for the original card or its link.',
  },
  unsupported: {
    tone: 'open',
    icon: 'exclamation',
    title: 'This browser can’t check the card',
    text: isPlainHttp
      ? `Browsers check signatures over https alone, and this address isn’t. ${openOverHttps}`
      : 'It doesn’t know the kind of signature (Ed25519). Update the browser, or open the link in another one.',
  },
};
