import { type Bare, runStatements } from '#db/migrations/table.ts'

/**
 * Comments on pages. `pageId` in each table, so that a page in the trash finds all of them. Points are millionths of the
 * page or of the widget.
 */
export const up = (db: Bare): Promise<void> =>
  runStatements(
    db,
    `
create table "comments" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "pageId" text not null references "pages" ("id") on delete cascade,
  "userId" text not null,
  "author" text not null,
  "text" text not null,
  "mentions" text not null,
  "x" integer not null,
  "y" integer not null,
  "widget" text,
  "resolvedBy" text,
  "resolvedAt" text,
  "createdAt" text not null,
  "editedAt" text
) strict;
create index "comments_organizationId" on "comments" ("organizationId");
create index "comments_pageId" on "comments" ("pageId");
create table "comment_replies" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "pageId" text not null references "pages" ("id") on delete cascade,
  "commentId" text not null references "comments" ("id") on delete cascade,
  "userId" text not null,
  "author" text not null,
  "text" text not null,
  "mentions" text not null,
  "createdAt" text not null,
  "editedAt" text
) strict;
create index "comment_replies_organizationId" on "comment_replies" ("organizationId");
create index "comment_replies_pageId" on "comment_replies" ("pageId");
create index "comment_replies_commentId" on "comment_replies" ("commentId");
create table "comment_mentions" (
  "id" text primary key,
  "organizationId" text not null references "organizations" ("id") on delete cascade,
  "pageId" text not null references "pages" ("id") on delete cascade,
  "commentId" text not null references "comments" ("id") on delete cascade,
  "replyId" text references "comment_replies" ("id") on delete cascade,
  "userId" text not null,
  "by" text not null,
  "createdAt" text not null
) strict;
create index "comment_mentions_organizationId" on "comment_mentions" ("organizationId");
create index "comment_mentions_pageId" on "comment_mentions" ("pageId");
create index "comment_mentions_commentId" on "comment_mentions" ("commentId");
create index "comment_mentions_replyId" on "comment_mentions" ("replyId");
create index "comment_mentions_userId" on "comment_mentions" ("userId", "id");
`,
  )
