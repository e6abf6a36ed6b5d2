#!/usr/bin/env bash
# arazzo-runner 0.9.6 (PyPI): a step that fails its success criteria and has a failure action of type `retry` is sent
# once. The runner then takes the next step and reports the workflow as complete, though the Arazzo specification 1.0.1
# (Failure Action Object) says that the step is retried after retryAfter seconds, up to retryLimit times, and that
# otherwise the workflow ends in failure. Here the first answer says "pending" and every later one "done", the step asks
# for "done", and one retry would meet it.
# Seen on 2026-11-27, Python 3.11: the job was read 1 time, the last answer was "pending", the status was
# workflow_complete.
# Exits 1 when that has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet arazzo-runner==0.9.6

cat > server.py <<'PYTHON'
import http.server, json
asked = []
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        state = "pending" if asked.count("/job") < 2 else "done"
        with open("asked.json", "w") as file:
            json.dump(asked, file)
        body = json.dumps({"state": state}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
with open("port", "w") as file:
    file.write(str(server.server_port))
server.serve_forever()
PYTHON
python3 server.py & server=$!
until [ -s port ]; do sleep 0.1; done

cat > openapi.yaml <<YAML
openapi: 3.1.0
info: { title: Jobs, version: 1.0.0 }
servers: [{ url: "http://127.0.0.1:$(cat port)" }]
paths:
  /job: { get: { operationId: readJob, responses: { "200": { description: The job. } } } }
  /end: { get: { operationId: end, responses: { "200": { description: The end. } } } }
YAML
cat > wait.arazzo.yaml <<'YAML'
arazzo: 1.0.1
info: { title: Wait, version: 1.0.0 }
sourceDescriptions: [{ name: jobs, type: openapi, url: openapi.yaml }]
workflows:
  - workflowId: wait
    steps:
      - stepId: read
        operationId: readJob
        successCriteria: [{ condition: $statusCode == 200 }, { condition: $response.body#/state == "done" }]
        onFailure: [{ name: again, type: retry, retryAfter: 1, retryLimit: 5 }]
        outputs: { state: $response.body#/state }
      - stepId: finish
        operationId: end
        successCriteria: [{ condition: $statusCode == 200 }]
YAML
venv/bin/arazzo-runner execute-workflow wait.arazzo.yaml --workflow-id wait > said 2>&1 || true
asked=$(cat asked.json)
status=$(grep -o 'status=[a-z_]*' said | head -1)
echo "asked: $asked, $status"
[ "$asked" = '["/job", "/end"]' ] && [ "$status" = 'status=workflow_complete' ]
