/**
 * The programs of the guides, in three languages each: complete, with nothing but what curl, Node.js 20 and Python 3 bring along. Owns
 * them; tests run them as they are shown.
 */
import { type ExampleLanguage, keyExpressions } from './example-text.ts';

type Texts = Record<ExampleLanguage, string>;

/** A photo becomes a paid order. `origin` is the address of the service. */
export const firstOrder = (origin: string): Texts => ({
  curl: `id() { grep -o "\\"$1\\":\\"[^\\"]*" | head -1 | cut -d'"' -f4; }

PHOTO_ID=$(curl -s "${origin}/api/photos/upload" \\
  -H "Authorization: Bearer $PLATEN_API_KEY" \\
  -F file=@photo.jpg | id photo_id)

ORDER_ID=$(curl -s "${origin}/api/orders" \\
  -H "Authorization: Bearer $PLATEN_API_KEY" \\
  -H "Idempotency-Key: $(openssl rand -hex 16)" \\
  -H 'Content-Type: application/json' \\
  -d @- <<JSON | id order_id
{
  "items": [{ "photo_id": "$PHOTO_ID", "size": "4x6", "paper_type": "glossy", "quantity": 2 }]
}
JSON
)

curl "${origin}/api/payment/balance" \\
  -H "Authorization: Bearer $PLATEN_API_KEY" \\
  -H "Idempotency-Key: pay-$ORDER_ID" \\
  -H 'Content-Type: application/json' \\
  -d "{ \\"order_id\\": \\"$ORDER_ID\\" }"

curl "${origin}/api/orders/$ORDER_ID" -H "Authorization: Bearer $PLATEN_API_KEY"`,
  javascript: `import { openAsBlob } from 'node:fs';

const origin = '${origin}';
const key = ${keyExpressions.javascript};

async function platen(method, path, body, idempotencyKey = crypto.randomUUID()) {
  const isForm = body instanceof FormData;
  const answer = await fetch(origin + path, {
    method,
    headers: {
      Authorization: \`Bearer \${key}\`,
      ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(\`\${answer.status} \${answer.headers.get('platen-error')}: \${said.error}\`);
  return said;
}

const form = new FormData();
form.append('file', await openAsBlob('photo.jpg'), 'photo.jpg');
const { photo_id } = await platen('POST', '/api/photos/upload', form);

const { order_id, total, currency } = await platen('POST', '/api/orders', {
  items: [{ photo_id, size: '4x6', paper_type: 'glossy', quantity: 2 }],
});
console.log(order_id, total, currency);

await platen('POST', '/api/payment/balance', { order_id }, \`pay-\${order_id}\`);
const { status } = await platen('GET', \`/api/orders/\${order_id}\`);
console.log(status);`,
  python: `import json, os, uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

origin = '${origin}'
key = os.environ['PLATEN_API_KEY']

def platen(method, path, body=None, kind='application/json', idempotency_key=None):
    headers = {'Authorization': f'Bearer {key}'}
    if method == 'POST':
        headers['Idempotency-Key'] = idempotency_key or str(uuid.uuid4())
    if body is not None:
        headers['Content-Type'] = kind
    data = json.dumps(body).encode() if isinstance(body, dict) else body
    try:
        with urlopen(Request(origin + path, method=method, headers=headers, data=data)) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        code = refusal.headers['Platen-Error']
        raise SystemExit(f'{refusal.code} {code}: {json.load(refusal)["error"]}')

boundary = uuid.uuid4().hex
with open('photo.jpg', 'rb') as file:
    form = (
        f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\\r\\n\\r\\n'.encode()
        + file.read()
        + f'\\r\\n--{boundary}--\\r\\n'.encode()
    )
photo = platen('POST', '/api/photos/upload', form, f'multipart/form-data; boundary={boundary}')

order = platen('POST', '/api/orders', {
    'items': [{'photo_id': photo['photo_id'], 'size': '4x6', 'paper_type': 'glossy', 'quantity': 2}],
})
order_id = order['order_id']
print(order_id, order['total'], order['currency'])

platen('POST', '/api/payment/balance', {'order_id': order_id}, idempotency_key=f'pay-{order_id}')
print(platen('GET', f'/api/orders/{order_id}')['status'])`,
});

/** Every entry of a list, a page after another. */
export const everyPage = (origin: string): Texts => ({
  curl: `PAGE=1
while :; do
  ANSWER=$(curl -sS "${origin}/api/orders?page=$PAGE&page_size=100" \\
    -H "Authorization: Bearer $PLATEN_API_KEY") || break
  echo "$ANSWER" | grep -o '"order_no":"[^"]*' | cut -d'"' -f4
  TOTAL=$(echo "$ANSWER" | grep -o '"total":[0-9]*}$' | grep -o '[0-9]*')
  [ $((PAGE * 100)) -lt "\${TOTAL:-0}" ] || break
  PAGE=$((PAGE + 1))
done`,
  javascript: `const key = ${keyExpressions.javascript};

async function* everyOrder() {
  for (let page = 1; ; page += 1) {
    const answer = await fetch(\`${origin}/api/orders?page=\${page}&page_size=100\`, {
      headers: { Authorization: \`Bearer \${key}\` },
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error);
    yield* said.items;
    if (page * said.page_size >= said.total) return;
  }
}

for await (const order of everyOrder()) console.log(order.order_no, order.status);`,
  python: `import json, os
from urllib.request import Request, urlopen

key = os.environ['PLATEN_API_KEY']

def every_order():
    page = 1
    while True:
        url = f'${origin}/api/orders?page={page}&page_size=100'
        with urlopen(Request(url, headers={'Authorization': f'Bearer {key}'})) as answer:
            said = json.load(answer)
        yield from said['items']
        if page * said['page_size'] >= said['total']:
            return
        page += 1

for order in every_order():
    print(order['order_no'], order['status'])`,
});

/** Whatever happens from now on, over broken connections; it runs until it is ended. */
export const followEvents = (origin: string): Texts => ({
  curl: `AFTER=$(curl -sS "${origin}/api/events" -H "Authorization: Bearer $PLATEN_API_KEY" \\
  | grep -o '"sequence":[0-9]*' | tail -1 | cut -d: -f2)
while :; do
  ANSWER=$(curl -sSf "${origin}/api/events?after=$AFTER&wait_seconds=25" \\
    -H "Authorization: Bearer $PLATEN_API_KEY") || { sleep 5; continue; }
  echo "$ANSWER" | grep -o '"type":"[^"]*","subject_id":"[^"]*'
  AFTER=$(echo "$ANSWER" | grep -o '"sequence":[0-9]*' | tail -1 | cut -d: -f2)
done`,
  javascript: `import { setTimeout as sleep } from 'node:timers/promises';

const key = ${keyExpressions.javascript};

async function readEvents(query) {
  const answer = await fetch('${origin}/api/events' + query, {
    headers: { Authorization: \`Bearer \${key}\` },
  });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

let after;
for (let failures = 0; ; ) {
  try {
    after ??= (await readEvents('')).sequence; // where the log stands now
    const { events, sequence } = await readEvents(\`?after=\${after}&wait_seconds=25\`);
    for (const event of events) console.log(event.type, event.subject_id, event.data);
    after = sequence; // keep it, and nothing is missed or told twice
    failures = 0;
  } catch (error) {
    if (error.status === 401 || error.status === 403) throw error;
    if (error.status === 409) after = undefined; // away too long: read the state anew
    failures += 1;
    await sleep(Math.min(60_000, 1000 * 2 ** failures) * (0.5 + Math.random() / 2));
  }
}`,
  python: `import json, os, random, time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

key = os.environ['PLATEN_API_KEY']

def read_events(query):
    url = '${origin}/api/events' + query
    with urlopen(Request(url, headers={'Authorization': f'Bearer {key}'}), timeout=60) as answer:
        return json.load(answer)

after = None
failures = 0
while True:
    try:
        if after is None:
            after = read_events('')['sequence']  # where the log stands now
        said = read_events(f'?after={after}&wait_seconds=25')
        for event in said['events']:
            print(event['type'], event['subject_id'], event['data'], flush=True)
        after = said['sequence']  # keep it, and nothing is missed or told twice
        failures = 0
    except OSError as error:  # refusals and broken connections
        status = error.code if isinstance(error, HTTPError) else None
        if status in (401, 403):
            raise
        if status == 409:  # away too long: read the state anew
            after = None
        failures += 1
        time.sleep(min(60, 2 ** failures) * random.uniform(0.5, 1))`,
});

/** The same as a stream that stays open; it runs until it is ended. */
export const liveEvents = (origin: string): Texts => ({
  curl: `curl -N "${origin}/api/events/live?types=order.*,job.*" \\
  -H "Authorization: Bearer $PLATEN_API_KEY"`,
  javascript: `const key = ${keyExpressions.javascript};

let after;
async function follow() {
  const from = after === undefined ? '' : \`&after=\${after}\`;
  const answer = await fetch('${origin}/api/events/live?types=order.*,job.*' + from, {
    headers: { Authorization: \`Bearer \${key}\` },
  });
  if (!answer.ok) throw new Error(await answer.text());
  let text = '';
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const messages = (text + piece).split('\\n\\n');
    text = messages.pop();
    for (const message of messages) {
      const kind = /^event: (.*)$/m.exec(message)?.[1];
      const data = JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? '{}');
      if (kind === 'snapshot' || kind === 'event') after = data.sequence;
      if (kind === 'event') console.log(data.type, data.subject_id, data.data);
    }
  }
}

for (;;) {
  await follow().catch((error) => console.error(error.message));
  await new Promise((resolve) => setTimeout(resolve, 1000 + Math.random() * 4000));
}`,
  python: `import json, os, random, time
from urllib.request import Request, urlopen

key = os.environ['PLATEN_API_KEY']
after = None

while True:
    url = '${origin}/api/events/live?types=order.*,job.*'
    if after is not None:
        url += f'&after={after}'
    try:
        # A beat comes every ten seconds: half a minute of silence is a broken connection.
        with urlopen(Request(url, headers={'Authorization': f'Bearer {key}'}), timeout=30) as stream:
            kind = None
            for line in stream:
                field, _, value = line.decode().rstrip('\\n').partition(': ')
                if field == 'event':
                    kind = value
                elif field == 'data':
                    said = json.loads(value)
                    if kind in ('snapshot', 'event'):
                        after = said['sequence']
                    if kind == 'event':
                        print(said['type'], said['subject_id'], said['data'], flush=True)
    except OSError as error:
        print(error)
    time.sleep(random.uniform(1, 5))`,
});

/** A large file in pieces, each behind what has come. */
export const resumedUpload = (origin: string): Texts => ({
  curl: `FILE=photo.jpg
UPLOAD_ID=$(curl -sS "${origin}/api/uploads" \\
  -H "Authorization: Bearer $PLATEN_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d "{ \\"kind\\": \\"photo\\", \\"filename\\": \\"$FILE\\", \\"bytes\\": $(($(wc -c < "$FILE"))) }" \\
  | grep -o '"upload_id":"[^"]*' | cut -d'"' -f4)

# As often as it takes: ask how much has come, send what follows.
for TRY in 1 2 3 4 5 6 7 8; do
  OFFSET=$(curl -sS "${origin}/api/uploads/$UPLOAD_ID" \\
    -H "Authorization: Bearer $PLATEN_API_KEY" | grep -o '"offset":[0-9]*' | cut -d: -f2)
  tail -c +$((OFFSET + 1)) "$FILE" | curl -sSf -X PATCH "${origin}/api/uploads/$UPLOAD_ID" \\
    -H "Authorization: Bearer $PLATEN_API_KEY" \\
    -H 'Content-Type: application/partial-upload' \\
    -H "Upload-Offset: $OFFSET" \\
    --data-binary @- > /dev/null && break
  sleep $TRY
done

curl -X POST "${origin}/api/uploads/$UPLOAD_ID/finish" -H "Authorization: Bearer $PLATEN_API_KEY"`,
  javascript: `import { openAsBlob } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const origin = '${origin}';
const key = ${keyExpressions.javascript};

async function platen(method, path, body, headers) {
  const answer = await fetch(origin + path, {
    method,
    body,
    headers: { Authorization: \`Bearer \${key}\`, ...headers },
  });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}

const file = await openAsBlob('photo.jpg');
const announced = JSON.stringify({ kind: 'photo', filename: 'photo.jpg', bytes: file.size });
const { upload_id } = await platen('POST', '/api/uploads', announced, {
  'Content-Type': 'application/json',
});

for (let failures = 0; ; ) {
  try {
    // How much has come; what follows is sent, 4 MiB at a time.
    const { offset } = await platen('GET', \`/api/uploads/\${upload_id}\`);
    if (offset === file.size) break;
    await platen('PATCH', \`/api/uploads/\${upload_id}\`, file.slice(offset, offset + 4 * 1024 * 1024), {
      'Content-Type': 'application/partial-upload',
      'Upload-Offset': String(offset),
    });
    failures = 0;
  } catch (error) {
    failures += 1;
    if (failures > 7) throw error;
    await sleep(500 * 2 ** failures);
  }
}
console.log(await platen('POST', \`/api/uploads/\${upload_id}/finish\`));`,
  python: `import json, os, time
from urllib.request import Request, urlopen

key = os.environ['PLATEN_API_KEY']

def platen(method, path, data=None, headers={}):
    headers = {'Authorization': f'Bearer {key}', **headers}
    with urlopen(Request('${origin}' + path, method=method, data=data, headers=headers)) as answer:
        return json.load(answer)

size = os.path.getsize('photo.jpg')
announced = json.dumps({'kind': 'photo', 'filename': 'photo.jpg', 'bytes': size}).encode()
upload = platen('POST', '/api/uploads', announced, {'Content-Type': 'application/json'})
path = f'/api/uploads/{upload["upload_id"]}'

failures = 0
while True:
    try:
        # How much has come; what follows is sent, 4 MiB at a time.
        offset = platen('GET', path)['offset']
        if offset == size:
            break
        with open('photo.jpg', 'rb') as file:
            file.seek(offset)
            piece = file.read(4 * 1024 * 1024)
        headers = {'Content-Type': 'application/partial-upload', 'Upload-Offset': str(offset)}
        platen('PATCH', path, piece, headers)
        failures = 0
    except OSError:
        failures += 1
        if failures > 7:
            raise
        time.sleep(0.5 * 2 ** failures)

print(platen('POST', path + '/finish'))`,
});

/** Asks who the key belongs to. */
export const whoAmI = (origin: string): Texts => ({
  curl: `curl "${origin}/api/auth/me" -H "Authorization: Bearer $PLATEN_API_KEY"`,
  javascript: `const key = ${keyExpressions.javascript};

const answer = await fetch('${origin}/api/auth/me', {
  headers: { Authorization: \`Bearer \${key}\` },
});
console.log(answer.status, await answer.text());`,
  python: `import os
from urllib.request import Request, urlopen

key = os.environ['PLATEN_API_KEY']

with urlopen(Request('${origin}/api/auth/me', headers={'Authorization': f'Bearer {key}'})) as answer:
    print(answer.status, answer.read().decode())`,
});
