import { useId, useState } from 'react';
import { changeUser } from '#api/renew-user.ts';
import { shopClient } from '#api/shop-client.ts';
import { useIsOwner } from '#api/use-is-owner.ts';
import { useShopDay } from '#api/use-shop-day.ts';
import { messages } from '#contract/messages/messages.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import { yearInWords } from '#contract/shop/licence-year.ts';
import type { Order } from '#contract/shop/order.ts';
import { itemLicencePath } from '#contract/shop/own-paths.ts';
import { paths } from '#contract/shop/paths.ts';
import {
  askYearlyId,
  daysLeft,
  daysLeftText,
  reminderDays,
  type YearlyLicence,
} from '#contract/shop/yearly-licence.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { LinkButton } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ShopLink } from '#ui/shop-link.tsx';
import { toast } from '#ui/toast.ts';
import { hasLicence } from './item-licence.ts';
import styles from './yearly-licence-card.module.css';

interface YearlyLicenceCardProps {
  readonly licence: YearlyLicence;
  /** Among them those of its years. */
  readonly orders: readonly Order[];
}

/** How many days a yearly licence has left, by the shop's calendar, and its reminder. Needs no signal but to choose that. */
export function YearlyLicenceCard({ licence, orders }: YearlyLicenceCardProps) {
  const titleId = useId();
  const isOwner = useIsOwner();
  const shopDay = useShopDay();
  const today = shopDay(new Date());
  const days = daysLeft(licence.endsOn, today);
  const isOver = days < 0;
  const { startsOn } = licence;
  const isAhead = startsOn !== undefined && startsOn > today;
  const day = dayInWords(licence.endsOn);
  return (
    <section className={`card stack-1 ${styles.licence}`} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        Yearly licence · {isAhead ? `begins on ${dayInWords(startsOn)}` : daysLeftText(days)}
      </h2>
      <p>
        {isOver ? `Your yearly licence ended on ${day}.` : `Valid until ${day}.`}{' '}
        {days <= reminderDays && (
          <ShopLink to={`${paths.licence.path}#${askYearlyId}`}>Ask for the next one</ShopLink>
        )}
      </p>
      <Papers orders={orders} today={today} />
      {isOwner && !isOver && <Reminder licence={licence} />}
    </section>
  );
}

/** The licences of the paid years that aren't over, each with its card. */
function Papers({
  orders,
  today,
}: Pick<YearlyLicenceCardProps, 'orders'> & { readonly today: string }) {
  const papers = orders
    .flatMap((order) =>
      order.items.flatMap((item) =>
        item.year && item.year.endsOn >= today && hasLicence(order, item)
          ? { ...item.year, _id: item._id, path: itemLicencePath(order._id, item._id) }
          : [],
      ),
    )
    .toSorted((a, b) => a.startsOn.localeCompare(b.startsOn));
  return papers.map(({ _id, path, ...year }) => (
    <p key={_id}>
      <LinkButton variant="quiet" to={path}>
        Licence and card, {yearInWords(year)}
      </LinkButton>
    </p>
  ));
}

/** Whether the buyer wants the e-mail before it ends. */
function Reminder({ licence }: Pick<YearlyLicenceCardProps, 'licence'>) {
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
