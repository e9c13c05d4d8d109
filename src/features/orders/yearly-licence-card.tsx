import { useId, useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { useIsOwner } from '#api/use-is-owner.ts';
import { useShopDay } from '#api/use-shop-day.ts';
import { useShopSettings } from '#api/use-shop-settings.ts';
import { messages } from '#contract/messages/messages.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import {
  daysLeft,
  daysLeftText,
  reminderDays,
  type YearlyLicence,
} from '#contract/shop/yearly-licence.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { toast } from '#ui/toast.ts';
import { mailToStudio } from './mail-to-studio.ts';
import styles from './yearly-licence-card.module.css';

interface YearlyLicenceCardProps {
  readonly licence: YearlyLicence;
}

/** How many days a yearly licence has left, by the shop's calendar, and its reminder. Needs no signal but to choose that. */
export function YearlyLicenceCard({ licence }: YearlyLicenceCardProps) {
  const titleId = useId();
  const isOwner = useIsOwner();
  const designers = useShopSettings()?.designers ?? [];
  const shopDay = useShopDay();
  const days = daysLeft(licence.endsOn, shopDay(new Date()));
  const isOver = days < 0;
  const { startsOn } = licence;
  const isAhead = startsOn !== undefined && startsOn > shopDay(new Date());
  const mail = days <= reminderDays ? mailToStudio(designers, 'My yearly licence') : null;
  const day = dayInWords(licence.endsOn);
  return (
    <section className={`card stack-1 ${styles.licence}`} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Yearly licence · {isAhead ? `begins on ${dayInWords(startsOn)}` : daysLeftText(days)}
      </h2>
      <p>
        {isOver ? `Your yearly licence ended on ${day}.` : `Valid until ${day}.`}{' '}
        {mail && <a href={mail}>Write to us to renew it</a>}
      </p>
      {isOwner && !isOver && <Reminder licence={licence} />}
    </section>
  );
}

/** Whether the buyer wants the e-mail before it ends. */
function Reminder({ licence }: YearlyLicenceCardProps) {
  /** The choice being sent. */
  const [sent, setSent] = useState<boolean | null>(null);

  async function choose(wantsReminder: boolean): Promise<void> {
    setSent(wantsReminder);
    try {
      await shopClient.request('yearlyReminder', { body: { wantsReminder } });
      changeUser({ yearlyLicence: { ...licence, wantsReminder } });
    } catch (error) {
      toast.error(messageOf(error, messages.profile.newsFailed));
    } finally {
      setSent(null);
    }
  }

  return (
    <Checkbox
      checked={sent ?? licence.wantsReminder}
      aria-busy={sent !== null}
      onChange={(isWanted) => {
        // One choice at a time. The checkbox isn't disabled, because it would lose the focus.
        if (sent === null) void choose(isWanted);
      }}
    >
      Remind me by e-mail {reminderDays} days before it ends
    </Checkbox>
  );
}
