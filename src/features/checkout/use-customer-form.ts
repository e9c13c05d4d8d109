import { useRef, useState } from 'react';
import { useShopSettings } from '#api/use-shop-settings.ts';
import type { User } from '#contract/shop/account.ts';
import { wordsOfNews } from '#contract/shop/news-words.ts';
import type { CustomerDetails } from '#contract/shop/order.ts';
import {
  type CustomerErrors,
  type CustomerField,
  customerErrors,
  withoutError,
} from './customer-form.ts';
import { savedDetails } from './saved-details.ts';
import { useLastAddress } from './use-last-address.ts';

const termsMissing = 'Please accept the terms to continue.';

export type CustomerForm = ReturnType<typeof useCustomerForm>;

/** The buyer's details and consent, filled in as far as they are known. */
export function useCustomerForm(user: User | null) {
  const termsVersion = useShopSettings()?.termsVersion;
  const [details, setDetails] = useState<CustomerDetails>(() => ({
    name: user ? `${user.firstName} ${user.lastName}` : '',
    email: user?.email ?? '',
    country: '',
    city: '',
    ...savedDetails.read(user?._id ?? null),
  }));
  const [errors, setErrors] = useState<CustomerErrors>({});
  // The buyer accepts one version; new terms have to be accepted again (OP-64).
  const [acceptedVersion, setAcceptedVersion] = useState<string | null>(null);
  const [termsError, setTermsError] = useState<string | null>(null);
  const [wantsNews, setWantsNews] = useState(false);
  const isOfferedNews = user !== null && !user.colleague && (user.newsConsent ?? 'none') === 'none';
  const acceptedTerms = acceptedVersion === termsVersion ? acceptedVersion : null;
  // A browser fills in several fields at once.
  const newest = useRef(details);
  function show(part: Partial<CustomerDetails>): void {
    newest.current = { ...newest.current, ...part };
    setDetails(newest.current);
  }
  useLastAddress((place) => {
    if (newest.current.country === '' && newest.current.city === '') show(place);
  });

  return {
    details,
    errors,
    /** The accepted version of the terms in force; null if they aren't accepted. */
    acceptedTerms,
    termsError,
    /** News from the studio, for an account that hasn’t asked for it. `words`: what it agrees to, if it does. */
    news: {
      isOffered: isOfferedNews,
      isWanted: wantsNews,
      choose: setWantsNews,
      words: isOfferedNews && wantsNews ? wordsOfNews : undefined,
    },
    change(field: CustomerField, value: string): void {
      show({ [field]: value });
      savedDetails.save(newest.current, user?._id ?? null);
      setErrors((before) => withoutError(before, field));
    },
    /** Leaves the details to the account that this visitor signs in to. */
    saveForSignIn: () => savedDetails.saveForSignIn(details),
    acceptTerms(isAccepted: boolean): void {
      setAcceptedVersion(isAccepted ? (termsVersion ?? null) : null);
      setTermsError(null);
    },
    /** Shows what is missing. Returns the name of the first such field, or null. */
    validate(): string | null {
      const wrong = customerErrors(details);
      setErrors(wrong);
      setTermsError(acceptedTerms ? null : termsMissing);
      return Object.keys(wrong)[0] ?? (acceptedTerms ? null : 'terms');
    },
  };
}
