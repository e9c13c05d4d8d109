/** Time limit of a campaign in milliseconds; the trials run it with a larger count and a longer limit. */
export const campaignMs = Number(process.env.CAMPAIGN_MS ?? 900_000);
