"""What tests, code and pages in other languages cover and cite of a list of requirements, by what people write."""

from tests.compiler.languages.requirements.formats.listed.cited_list import check_citations
from tests.compiler.languages.written_cases import Case, written_cases
from tests.compiler.tables import table

CITING = r"""
@@ tested 001 002 003 004
@- tests/lamp.test.ts
describe("lamp", () => {
  it("REQ-001: burns", () => { expect(1).toBe(1); });
});
describe("REQ-002 lamp", () => {
  it("burns", () => { expect(1).toBe(1); });
});
// @verifies REQ-003
it("hums", () => { expect(1).toBe(1); });
/**
 * @requirement REQ-004
 */
test("sings", () => {});
@@ tested 001
@- lamp/lamp_test.go
func TestLamp(t *testing.T) {
	rtmx.Req(t, "REQ-001")
	burn(t, "REQ-002")
}
@@ tested 001 002
@- src/lamp.spec.ts
it("burns [REQ-001, REQ-002]", () => { expect(1).toBe(1); });
@@ tested 003
@> cited 001 002
@- tests/lamp.test.ts
it.skip("REQ-001: burns", () => { expect(1).toBe(1); });
it.todo("REQ-002: later");
describe("lamp", () => {
  xit("REQ-002: hums", () => {});
  it("REQ-003: sings", () => {});
});
@@ tested 001 002 003 004
@- lamp_test.go
package lamp

// TestLamp verifies REQ-001.
func TestLamp(t *testing.T) {
  t.Run("REQ-002 burns", func(t *testing.T) {})
}

func TestREQ003_Lamp(t *testing.T) {}

func TestLamp_REQ_004(t *testing.T) {}
@@ tested 001
@> cited 002 003
@- src/lamp.rs
/// Implements REQ-002
fn lamp() {}

#[cfg(test)]
mod tests {
    /// Verifies REQ-001
    #[test]
    fn burns() {}

    #[test]
    #[ignore]
    fn req_003_more() {}
}
@@ tested 001 002 003 004
@- src/test/java/LampTest.java
class LampTest {
  @Test
  @Tag("REQ-001")
  void burns() {}

  /** Verifies REQ-002. */
  @Test
  void two() {}

  @DisplayName("REQ-003 lamp")
  @Test
  void three() {}

  @Test @Disabled
  @Requirement("REQ-004")
  void four() {}
}
@@ tested 001 002 003 004
@- tests/lamp_test.cpp
// Verifies: REQ-001
TEST(Lamp, Burns) {
}

TEST_CASE("lamp", "[REQ-002]") {
}

TEST(Lamp, REQ_003_Off) { RecordProperty("requirement", "REQ-004"); }
@@ tested
@> cited 001 002
@- tests/lamp.robot
*** Test Cases ***
Lamp Burns
    [Documentation]    Verifies REQ-001
    [Tags]    REQ-002    smoke
    Log    ok
@@ tested 001 002 003 004
@- features/lamp.feature
@REQ-001
Feature: Lamp

  # REQ-004
  @REQ-002 @smoke
  Scenario: REQ-003 burns
    Given a lamp
@@ tested 001 002 003
@- tests/LampTests.cs
public class LampTests {
  [Fact]
  [Trait("Requirement", "REQ-001")]
  public void Burns() {}

  /// <summary>Verifies REQ-002</summary>
  [Test, Property("Requirement", "REQ-003")]
  public void Two() {}
}
@@ tested 001 002 003
@- spec/lamp_spec.rb
describe Lamp do
  it "burns", requirement: "REQ-001" do
  end

  # Verifies REQ-002
  it "two" do
  end

  it "REQ-003 three" do
  end
end
@@ tested
@> cited 001 002 003 012
@- docs/design.md
The lamp meets REQ-001 and REQ-002 (but not REQ-003). REQ-999 is gone.

```
REQ-004
```

`REQ-012` and <!-- REQ-120 -->
@@ tested
@> cited 001 003 012
@- docs/design.md
Covers REQ-001 to REQ-003, and REQ-012/120.
@@ tested
@> cited 001 002 003 004 012
@- docs/test-plan.md
# Test plan

| Test | Verifies |
|---|---|
| TC-1 | REQ-001 |
| TC-2 | REQ-002, REQ-003 |
@- docs/tests/manual.md
# Manual tests

## TC-1 Lamp

Verifies: REQ-004
@- tests/fixtures/data.md
REQ-012 in a fixture.
@@ tested 003
@- tests/lamp.test.ts
it("rejects REQ-001 as unknown", () => {});
it("does not take REQ-002", () => {});
it("burns - REQ-003", () => {});
it.each([["REQ-004"]])("%s", () => {});
@@ tested 001
@- src/test/kotlin/LampTest.kt
class LampTest {
  @Test
  fun `REQ-001 burns`() {}
}
@@ tested
@- features/lamp.feature
Feature: Lamp

  Scenario: burns
    Given a page with @REQ-001 in it
@@ tested 001 002
@- features/lamp.feature
# language: de
@REQ-001
Funktionalität: Lampe

  @REQ-002
  Szenario: brennt
    Angenommen eine Lampe
"""


@table("case", written_cases(CITING))
def test_what_others_cover_and_cite(case: Case) -> None:
    check_citations(case)
