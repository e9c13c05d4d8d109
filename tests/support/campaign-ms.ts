/** How long a campaign may take in milliseconds; the trials run it with a larger count and allow for that. */
export const campaignMs = Number(process.env.CAMPAIGN_MS ?? 900_000);
