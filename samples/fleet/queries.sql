-- Ten questions to a fleet of dumps and journals, with what they answer on the sample fleet. DuckDB runs the
-- whole file, job.py what is asked in it. A dump and a journal are a tree each.
--
--   tools/dumps --fleet 2000 12 -o fleet
--   modeltree export fleet -o rows
--   duckdb < samples/fleet/queries.sql
--
-- The columns are named, so that the engine guesses nothing. Build, app, screen and run are parts of a dump's path.

CREATE MACRO fleet(name, types) AS TABLE SELECT *,
  regexp_extract(dump, 'build-([0-9]+)/([^/]+)/([^/]+)-([0-9]+)[.]', 1) AS build,
  regexp_extract(dump, 'build-([0-9]+)/([^/]+)/([^/]+)-([0-9]+)[.]', 2) AS app,
  regexp_extract(dump, 'build-([0-9]+)/([^/]+)/([^/]+)-([0-9]+)[.]', 3) AS screen,
  regexp_extract(dump, 'build-([0-9]+)/([^/]+)/([^/]+)-([0-9]+)[.]', 4) AS run
FROM read_json('rows/' || name || '.ndjson', columns = types);

CREATE TABLE dumps AS FROM fleet('dumps', {
  dump: 'VARCHAR', name: 'VARCHAR', models: 'BIGINT', sessions: 'BIGINT', subscriptions: 'BIGINT',
  levels: 'BIGINT', error: 'VARCHAR', records: 'BIGINT'});
CREATE TABLE nodes AS FROM fleet('nodes', {
  dump: 'VARCHAR', id: 'BIGINT', parent: 'BIGINT', position: 'BIGINT', level: 'BIGINT', children: 'BIGINT',
  below: 'BIGINT', type: 'VARCHAR', label: 'VARCHAR', session: 'BOOLEAN', representation: 'VARCHAR',
  source: 'VARCHAR', path: 'VARCHAR', state: 'VARCHAR', as_of: 'BIGINT'});
CREATE TABLE subscriptions AS FROM fleet('subscriptions', {
  dump: 'VARCHAR', node: 'BIGINT', type: 'VARCHAR', kind: 'VARCHAR', domain: 'VARCHAR', code: 'VARCHAR',
  label: 'VARCHAR', source: 'VARCHAR'});
CREATE TABLE messages AS FROM fleet('messages', {
  dump: 'VARCHAR', kind: 'VARCHAR', domain: 'VARCHAR', code: 'VARCHAR', label: 'VARCHAR',
  declared: 'BOOLEAN', handlers: 'BIGINT', raisers: 'BIGINT', payload: 'VARCHAR'});
CREATE TABLE routes AS FROM fleet('routes', {
  dump: 'VARCHAR', kind: 'VARCHAR', domain: 'VARCHAR', code: 'VARCHAR', label: 'VARCHAR',
  outcome: 'VARCHAR', node: 'BIGINT', type: 'VARCHAR', path: 'VARCHAR', models: 'BIGINT', raisers: 'BIGINT'});
CREATE TABLE services AS FROM fleet('services', {
  dump: 'VARCHAR', node: 'BIGINT', type: 'VARCHAR', service: 'VARCHAR'});
CREATE TABLE findings AS FROM fleet('findings', {
  dump: 'VARCHAR', rule: 'VARCHAR', severity: 'VARCHAR', node: 'BIGINT', path: 'VARCHAR', source: 'VARCHAR',
  kind: 'VARCHAR', domain: 'VARCHAR', code: 'VARCHAR', reason: 'VARCHAR', type: 'VARCHAR'});
CREATE TABLE records AS FROM fleet('records', {
  dump: 'VARCHAR', seq: 'BIGINT', time: 'VARCHAR', what: 'VARCHAR', tree: 'BIGINT', node: 'BIGINT',
  type: 'VARCHAR', kind: 'VARCHAR', domain: 'VARCHAR', code: 'VARCHAR', label: 'VARCHAR', raise: 'BIGINT',
  handler: 'BIGINT', hops: 'BIGINT', count: 'BIGINT', nanoseconds: 'BIGINT', parent: 'BIGINT',
  service: 'VARCHAR', representation: 'VARCHAR', source: 'VARCHAR', cause: 'BIGINT', "by": 'BIGINT',
  test: 'BOOLEAN'});

-- 1. Since which build is NetworkErrors.101 uncaught, and from which screens?
--    1182: confirmation, options, subject, topic, where exams are made.
SELECT min(CAST(build AS INT)) AS since, screen, count(*) AS trees
FROM routes
WHERE outcome = 'uncaught' AND domain = 'NetworkErrors' AND code = '101' AND raisers > 0
GROUP BY screen ORDER BY since, screen;

-- 2. Which subscriptions has no dump ever a raiser for?
--    23 of Cars, all closures that only a person's hands call, and its handlers of pulled and DetailsError.
SELECT DISTINCT app, type, kind, domain, code
FROM subscriptions s
WHERE NOT EXISTS (
  SELECT 1 FROM messages m
  WHERE m.raisers > 0 AND m.app = s.app AND m.kind = s.kind AND m.domain = s.domain
    AND (s.code IS NULL OR m.code = s.code))
ORDER BY app, type, kind, domain, code;

-- 3. Which sessions leak: what did models do after they had left the tree?
--    1192: an ExamCreationFlow raised NetworkErrors.100, in 24 journals.
SELECT min(CAST(act.build AS INT)) AS since, act.app, act.type, act.domain, act.code,
  count(DISTINCT act.dump) AS journals
FROM records act
JOIN records gone ON gone.dump = act.dump AND gone.tree = act.tree AND gone.node = act.node
WHERE gone.what = 'detached' AND act.what = 'raised' AND act.seq > gone.seq
GROUP BY act.app, act.type, act.domain, act.code ORDER BY since, app, type;

-- 4. What is different between the first build and the last: more or fewer models of which types?
--    Among 14: twice as many DashboardModels (36, 74), 13 more Screens, 16 more LoadingControllers.
WITH ends AS (SELECT min(CAST(build AS INT)) AS old, max(CAST(build AS INT)) AS new FROM dumps),
counts AS (
  SELECT app, type,
    sum(CASE WHEN CAST(build AS INT) = old THEN 1 ELSE 0 END) AS before,
    sum(CASE WHEN CAST(build AS INT) = new THEN 1 ELSE 0 END) AS after
  FROM nodes CROSS JOIN ends GROUP BY app, type)
SELECT app, type, before, after FROM counts WHERE before <> after ORDER BY app, type;

-- 5. Which findings of lint came in after the first build, and with which one?
--    1182: uncaught-error and unhandled-declaration of NetworkErrors.101; 1189: shadowed-handler at
--    LoginFlow; 1196: unheard-event AppEvent.ExamCreated.
SELECT min(CAST(build AS INT)) AS since, app, rule, type, domain, code, count(DISTINCT dump) AS trees
FROM findings
GROUP BY app, rule, type, domain, code
HAVING min(CAST(build AS INT)) > (SELECT min(CAST(build AS INT)) FROM dumps)
ORDER BY since, app, rule, type, domain, code;

-- 6. Which errors did nobody handle when they were raised?
--    1180: UploadErrors.100 of SideMenuModel, as ever; 1182: NetworkErrors.101 of ExamSubjectPickerModel;
--    1199: SearchErrors.100 of DashboardModel, which declares nothing: lint cannot know of it.
SELECT min(CAST(build AS INT)) AS since, app, type, domain, code, count(DISTINCT dump) AS journals
FROM records WHERE what = 'uncaught'
GROUP BY app, type, domain, code ORDER BY since, app, type, domain, code;

-- 7. Which models stand twice, with the same label, under one parent?
--    1188: DashboardModel; 1194: Screen of Cars.
WITH twice AS (
  SELECT build, app, dump, parent, type, label FROM nodes WHERE parent IS NOT NULL
  GROUP BY build, app, dump, parent, type, label HAVING count(*) > 1)
SELECT min(CAST(build AS INT)) AS since, app, type, count(DISTINCT dump) AS trees
FROM twice GROUP BY app, type ORDER BY since, app, type;

-- 8. How large are the trees of each screen?
--    4 to 22 models: choices and conversations of Chat are the largest, sign-in of ExamMaster the smallest.
SELECT app, screen, count(*) AS trees, min(models) AS fewest, max(models) AS most, max(levels) AS levels
FROM dumps WHERE error IS NULL
GROUP BY app, screen ORDER BY most DESC, app, screen;

-- 9. Which messages take their handlers longest?
--    StartExam, half a millisecond; the figures are those of the run. None is unfinished.
SELECT kind, domain, code, count(*) AS times, max(nanoseconds) AS longest,
  sum(CASE WHEN nanoseconds IS NULL THEN 1 ELSE 0 END) AS unfinished
FROM records WHERE what IN ('handled', 'delivered')
GROUP BY kind, domain, code ORDER BY longest DESC, domain, code;

-- 10. Which dumps could not be read, and why?
--    None.
SELECT dump, error FROM dumps WHERE error IS NOT NULL ORDER BY dump;

-- Parquet of a table, in one line.
COPY routes TO 'routes.parquet' (FORMAT parquet);
